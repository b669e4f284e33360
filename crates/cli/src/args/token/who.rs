//! Who asks: an identity of a token, by its name.
use clap::Args;
use sealane_hsm::identity::check_name;
use sealane_hsm::role::Role;

/// The name of an identity. Arguments last as long as the process, and so does what is here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Who(&'static str);

impl Who {
    /// The name.
    pub fn name(self) -> &'static str {
        self.0
    }
}

impl AsRef<str> for Who {
    fn as_ref(&self) -> &str {
        self.0
    }
}

impl From<Role> for Who {
    fn from(role: Role) -> Self {
        Self(role.name())
    }
}

/// A name, or that of a role, whose own identity it is then.
pub fn who(name: &str) -> Result<Who, String> {
    check_name(name).map_err(|error| error.to_string())?;
    Ok(Who(name.to_owned().leak()))
}

/// Who uses the keys of a token.
#[derive(Debug, Args)]
pub struct AsWhom {
    /// Who does it: the name of an identity
    #[arg(long = "as", value_name = "NAME", default_value = "user", value_parser = who)]
    pub who: Who,
}

/// Who looks after a token.
#[derive(Debug, Args)]
pub struct AsOfficer {
    /// Who does it: the name of an officer's identity
    #[arg(long = "as", value_name = "NAME", default_value = "officer", value_parser = who)]
    pub who: Who,
}
