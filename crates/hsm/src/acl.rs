//! Who may open a file, by its access control list. The service manager gives a credential to the
//! service's user by one: its owner is root, and the bits of the group then are not the group's but
//! the most that the list gives to anybody.

use std::os::fd::AsFd;

/// Where the kernel keeps the list.
const NAME: &str = "system.posix_acl_access";
const VERSION: u32 = 2;

/// The tags of entries.
const USER_OBJ: u16 = 1;
const USER: u16 = 2;
const GROUP_OBJ: u16 = 4;
const GROUP: u16 = 8;
const MASK: u16 = 16;
const OTHER: u16 = 32;

/// Whether a file has a list by which nobody but its owner, the user `own` and root may open it.
pub(crate) fn is_own_by_list(file: &impl AsFd, own: u32) -> bool {
    // Eight bytes each: some dozens of entries, where one is expected.
    let mut list = [0; 1024];
    let length = rustix::fs::fgetxattr(file, NAME, &mut list[..]);
    length.is_ok_and(|length| is_own(&list[..length], own).unwrap_or(false))
}

/// The same of the list itself; nothing for one that is none.
fn is_own(list: &[u8], own: u32) -> Option<bool> {
    let (version, entries) = list.split_first_chunk::<4>()?;
    let whole = u32::from_le_bytes(*version) == VERSION && entries.len().is_multiple_of(8);
    if !whole {
        return None;
    }
    let entries: Vec<(u16, u16, u32)> = entries
        .chunks_exact(8)
        .map(|entry| {
            let half = |at: usize| u16::from_le_bytes([entry[at], entry[at + 1]]);
            let id = [entry[4], entry[5], entry[6], entry[7]];
            (half(0), half(2), u32::from_le_bytes(id))
        })
        .collect();
    let mask = entries.iter().find(|entry| entry.0 == MASK).map_or(7, |entry| entry.1);
    Some(entries.iter().all(|&(tag, permissions, id)| match tag {
        USER_OBJ | MASK => true,
        USER => permissions & mask == 0 || id == own || id == 0,
        GROUP_OBJ | GROUP => permissions & mask == 0,
        OTHER => permissions == 0,
        // One that is not known may be anybody.
        _ => false,
    }))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    fn list(entries: &[(u16, u16, u32)]) -> Vec<u8> {
        let mut list = VERSION.to_le_bytes().to_vec();
        for (tag, permissions, id) in entries {
            list.extend(tag.to_le_bytes());
            list.extend(permissions.to_le_bytes());
            list.extend(id.to_le_bytes());
        }
        list
    }

    /// Gives a file the list of a service manager, by which its owner and a user may open it.
    pub(crate) fn give_to(file: &impl AsFd, user: u32) -> Result<(), rustix::io::Errno> {
        let nobody = u32::MAX;
        let entries = [(USER_OBJ, 4, nobody), (USER, 4, user), (GROUP_OBJ, 0, nobody)];
        let entries = entries.into_iter().chain([(MASK, 4, nobody), (OTHER, 0, nobody)]);
        let list = list(&entries.collect::<Vec<_>>());
        rustix::fs::fsetxattr(file, NAME, &list, rustix::fs::XattrFlags::empty())
    }

    /// Goal: the list of a file is read from the file; one without a list has none that is own.
    #[test]
    fn lists_of_files_are_read() {
        let file = tempfile::tempfile().expect("a file");
        assert!(!is_own_by_list(&file, 998));
        let own = |user, own| give_to(&file, user).map(|()| is_own_by_list(&file, own));
        match own(998, 998) {
            Ok(is_own) => assert!(is_own),
            // A file system without lists.
            Err(why) => return assert_eq!(why, rustix::io::Errno::OPNOTSUPP),
        }
        assert_eq!(own(998, 999), Ok(false));
    }

    /// Goal: a list that lets in nobody else is taken, and no other. Method: the one of a service
    /// manager, and each entry of it changed.
    #[test]
    fn lists_are_read() {
        const NOBODY: u32 = u32::MAX;
        let usual = [
            (USER_OBJ, 4, NOBODY),
            (USER, 4, 998),
            (GROUP_OBJ, 0, NOBODY),
            (MASK, 4, NOBODY),
            (OTHER, 0, NOBODY),
        ];
        assert_eq!(is_own(&list(&usual), 998), Some(true));
        assert_eq!(is_own(&list(&usual), 999), Some(false));
        // Each byte of a number counts, and so does the mask, wherever it stands.
        for other in [998 + (1 << 8), 998 + (1 << 16), 998 + (1 << 24)] {
            let mut changed = usual;
            changed[1].2 = other;
            assert_eq!(is_own(&list(&changed), 998), Some(false), "{other}");
            assert_eq!(is_own(&list(&changed), other), Some(true), "{other}");
        }
        let mut masked = usual;
        masked[1] = (USER, 2, 1000);
        masked.swap(0, 3);
        assert_eq!(is_own(&list(&masked), 998), Some(true));
        masked[0].1 = 2;
        assert_eq!(is_own(&list(&masked), 998), Some(false));
        for (at, entry, good) in [
            (1, (USER, 4, 0), true),
            (1, (USER, 0, 1000), true),
            (1, (USER, 2, 1000), true),
            (1, (USER, 6, 1000), false),
            (2, (GROUP_OBJ, 4, NOBODY), false),
            (2, (GROUP_OBJ, 3, NOBODY), true),
            (3, (GROUP, 4, 5), false),
            (4, (OTHER, 4, NOBODY), false),
            (4, (64, 0, NOBODY), false),
        ] {
            let mut changed = usual;
            changed[at] = entry;
            assert_eq!(is_own(&list(&changed), 998), Some(good), "{entry:?}");
        }
        let usual = list(&usual);
        assert_eq!(is_own(&usual[..usual.len() - 1], 998), None);
        assert_eq!(is_own(&[3, 0, 0, 0], 998), None);
        assert_eq!(is_own(&[], 998), None);
    }
}
