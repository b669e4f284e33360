//! Writes what the search of each target begins with: `seeds FOLDER`, a folder for each in it.

use std::path::PathBuf;

fn main() {
    let folder = std::env::args_os().nth(1).map(PathBuf::from).expect("usage: seeds FOLDER");
    for (target, seeds) in fuzz::seeds::all() {
        let folder = folder.join(target);
        std::fs::create_dir_all(&folder).expect("a folder");
        for (number, bytes) in seeds.iter().enumerate() {
            std::fs::write(folder.join(format!("seed-{number}")), bytes).expect("a file");
        }
        println!("{target}: {} seeds", seeds.len());
    }
}
