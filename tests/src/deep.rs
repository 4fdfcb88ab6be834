//! A source without a tree: containers nested as deep as asked for, made up on the way.

use std::convert::Infallible;
use std::iter::{Once, once};

use sqlite_jsonb::{JsonbSource, Node};

/// Which containers nest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nesting {
    /// `[[…]]`
    Arrays,
    /// `{"k":{"k":…}}`
    Objects,
    /// `[{"k":[…]}]`
    Mixed,
}

/// `containers` around the integer 1.
#[derive(Clone, Copy, Debug)]
pub struct Deep {
    nesting: Nesting,
    containers: usize,
}

impl Deep {
    /// A document of just that many containers.
    pub fn new(nesting: Nesting, containers: usize) -> Self {
        Self {
            nesting,
            containers,
        }
    }

    /// The same document as JSON text.
    pub fn to_json(self) -> String {
        let is_object = |containers: usize| self.is_object(containers);
        let mut text = String::new();
        for containers in (1..=self.containers).rev() {
            text.push_str(if is_object(containers) {
                r#"{"k":"#
            } else {
                "["
            });
        }
        text.push('1');
        for containers in 1..=self.containers {
            text.push(if is_object(containers) { '}' } else { ']' });
        }
        text
    }

    fn is_object(self, containers: usize) -> bool {
        match self.nesting {
            Nesting::Arrays => false,
            Nesting::Objects => true,
            Nesting::Mixed => containers.is_multiple_of(2),
        }
    }
}

impl JsonbSource for Deep {
    type Text = &'static str;
    type Error = Infallible;
    type Elements = Once<Result<Self, Infallible>>;
    type Members = Once<Result<(&'static str, Self), Infallible>>;

    fn node(self) -> Result<Node<Self>, Infallible> {
        let Some(containers) = self.containers.checked_sub(1) else {
            return Ok(Node::Int(1));
        };
        let inner = Self { containers, ..self };
        Ok(if self.is_object(self.containers) {
            Node::Object(once(Ok(("k", inner))))
        } else {
            Node::Array(once(Ok(inner)))
        })
    }
}
