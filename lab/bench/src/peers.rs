//! The list of peers: how each is built and called, and what differs in what it measures.

use serde::Deserialize;
use std::path::Path;

/// The file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    peer: Vec<Peer>,
}

/// One peer.
#[derive(Debug, Clone, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Peer {
    /// Name of its column.
    pub name: String,
    /// Whether it is measured when nobody says which.
    #[serde(default)]
    pub core: bool,
    /// Whether it wants the documents of [`crate::keys`].
    #[serde(default)]
    pub keys: bool,
    /// Whether its build takes longest.
    #[serde(default)]
    pub slow: bool,
    /// Shell command that builds it, run in the folder of the list; `$B` is the build folder.
    pub build: String,
    /// Shell command that runs it, with the seconds and the pattern as `"$@"`. With `{backend}` in
    /// it, there is a column with none forced, and one for each backend that is asked for.
    pub run: String,
    /// What it is.
    pub what: String,
    /// In what its figures differ from those of the others.
    pub differs: String,
}

/// Which peers a user asked for.
#[derive(Debug, Default)]
pub struct Wanted<'a> {
    /// These, if there are any.
    pub only: &'a [String],
    /// All of the list.
    pub all: bool,
    /// None of these.
    pub skip: &'a [String],
}

/// Reads the list.
pub fn read(path: &Path) -> Result<Vec<Peer>, String> {
    let failed = |why: String| format!("{}: {why}", path.display());
    let text = std::fs::read_to_string(path).map_err(|why| failed(why.to_string()))?;
    let list: List = toml::from_str(&text).map_err(|why| failed(why.to_string()))?;
    Ok(list.peer)
}

/// Returns the peers that are wanted, in the order of the list. Errors: a name that is not in it.
pub fn choose(list: Vec<Peer>, wanted: &Wanted) -> Result<Vec<Peer>, String> {
    let known = |name: &&String| list.iter().any(|peer| &&peer.name == name);
    if let Some(name) = wanted.only.iter().chain(wanted.skip).find(|name| !known(name)) {
        return Err(format!("no peer {name} in the list; --list shows them"));
    }
    let chosen = |peer: &Peer| match wanted.only {
        [] => wanted.all || peer.core,
        only => only.contains(&peer.name),
    };
    Ok(list.into_iter().filter(|it| chosen(it) && !wanted.skip.contains(&it.name)).collect())
}

/// Returns the peers with their places, those first whose builds take longest.
pub fn by_length_of_build(peers: Vec<Peer>) -> Vec<(usize, Peer)> {
    let mut queue: Vec<(usize, Peer)> = peers.into_iter().enumerate().collect();
    queue.sort_by_key(|(_, peer)| !peer.slow);
    queue
}

/// Returns the columns of a peer: as it ships, and one for each backend if it has them.
pub fn columns(peer: &Peer, backends: &[&str]) -> Vec<Peer> {
    let column = |name: String, option: &str| Peer {
        name,
        run: peer.run.replace("{backend}", option),
        ..peer.clone()
    };
    let forced = |backend: &&str| {
        column(format!("{}-{backend}", peer.name), &format!("--backend {backend}"))
    };
    let with_backends = peer.run.contains("{backend}");
    let forced = backends.iter().filter(|_| with_backends).map(forced);
    [column(peer.name.clone(), "")].into_iter().chain(forced).collect()
}

#[cfg(test)]
impl Peer {
    /// A peer of the core set that has nothing but a name.
    pub fn made_up(name: &str) -> Self {
        let text = String::new;
        Peer {
            name: name.into(),
            core: true,
            keys: false,
            slow: false,
            build: text(),
            run: text(),
            what: text(),
            differs: text(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(name: &str, core: bool, run: &str) -> Peer {
        let empty = String::new;
        Peer {
            name: name.into(),
            core,
            keys: false,
            slow: false,
            build: empty(),
            run: run.into(),
            what: empty(),
            differs: empty(),
        }
    }

    #[test]
    fn names_choose_peers() {
        let list = || vec![peer("a", true, ""), peer("b", false, ""), peer("c", true, "")];
        let names = |wanted: &Wanted| -> Result<String, String> {
            Ok(choose(list(), wanted)?.iter().map(|peer| &peer.name[..]).collect())
        };
        let (b, c, x) = (["b".to_owned()], ["c".to_owned()], ["x".to_owned()]);
        assert_eq!(names(&Wanted::default()), Ok("ac".into()));
        assert_eq!(names(&Wanted { all: true, ..Wanted::default() }), Ok("abc".into()));
        assert_eq!(names(&Wanted { only: &b, ..Wanted::default() }), Ok("b".into()));
        assert_eq!(names(&Wanted { skip: &c, ..Wanted::default() }), Ok("a".into()));
        assert!(names(&Wanted { only: &x, ..Wanted::default() }).is_err());
        assert!(names(&Wanted { skip: &x, ..Wanted::default() }).is_err());
    }

    #[test]
    fn what_builds_longest_is_begun_first() {
        let mut list = vec![peer("a", true, ""), peer("b", true, ""), peer("c", true, "")];
        list[1].slow = true;
        let queue = by_length_of_build(list);
        let order: Vec<(usize, &str)> =
            queue.iter().map(|(i, peer)| (*i, &peer.name[..])).collect();
        assert_eq!(order, [(1, "b"), (0, "a"), (2, "c")]);
    }

    #[test]
    fn what_ships_is_a_column_and_every_backend() {
        let peer_of_ours = peer("ours", true, "it {backend} x");
        let named = |backends: &[&str]| -> Vec<(String, String)> {
            let all = columns(&peer_of_ours, backends).into_iter();
            all.map(|column| (column.name, column.run)).collect()
        };
        let text = |(name, run): (&str, &str)| (name.to_owned(), run.to_owned());
        assert_eq!(named(&[]), [text(("ours", "it  x"))]);
        let three = [
            ("ours", "it  x"),
            ("ours-one", "it --backend one x"),
            ("ours-two", "it --backend two x"),
        ];
        assert_eq!(named(&["one", "two"]), three.map(text));
        assert_eq!(columns(&peer("theirs", true, "it"), &["one", "two"]).len(), 1);
    }

    /// Goal: the list that ships can be read, names no peer twice and says of each what differs.
    #[test]
    fn the_list_is_whole() {
        let list = read(&crate::folder().join("peers.toml")).expect("it can be read");
        for (i, peer) in list.iter().enumerate() {
            assert!(list[..i].iter().all(|other| other.name != peer.name), "{}", peer.name);
            assert!(!peer.differs.is_empty() && !peer.what.is_empty(), "{}", peer.name);
        }
        let core = list.iter().filter(|peer| peer.core).count();
        assert_eq!(core, 8, "Sealane and the seven of the core set");
    }
}
