//! A table as it is: its columns, and what tells its rows apart.

mod key;

pub(crate) use key::KeyValue;

use anyhow::bail;
use rusqlite::{Connection, OptionalExtension as _, Row, Statement};

use crate::failure::Failure;
use crate::sql::quoted;
use key::{Literal, Part, primary_key, rowid};

/// A table of the main database, or a view.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) columns: Vec<Column>,
    /// What orders the rows and tells them apart, as SQL; nothing for a view.
    key: Vec<Part>,
    is_plain: bool,
    is_strict: bool,
}

#[derive(Debug)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) declared_type: String,
    pub(crate) is_generated: bool,
    /// Whether a row cannot be without a value of it, and gets none by itself.
    pub(crate) needs_value: bool,
    /// Whether it is the rowid by another name, and holds integers alone.
    is_rowid: bool,
    /// Its place in the primary key, from 1, or 0.
    primary: i64,
}

/// What `pragma_table_list` says of a table.
struct Listed {
    name: String,
    kind: String,
    without_rowid: bool,
    is_strict: bool,
}

/// The tables of the main database. Where the database has a table of the pragma's name, `temp` keeps that out: it has none,
/// and there SQLite looks for pragmas after tables too (SQLite src/build.c sqlite3LocateTable, 3.53).
const LIST: &str =
    "SELECT name, type, wr, strict FROM temp.pragma_table_list WHERE schema = 'main'";

impl Listed {
    fn of_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            name: row.get(0)?,
            kind: row.get(1)?,
            without_rowid: row.get(2)?,
            is_strict: row.get(3)?,
        })
    }
}

/// Marks the column that is the rowid: the one of an INTEGER PRIMARY KEY, unless that has an index of its own, as it has
/// with DESC (SQLite `doc/lang_createtable.html`, "ROWIDs and the INTEGER PRIMARY KEY").
fn name_rowid(
    connection: &Connection,
    table: &str,
    columns: &mut [Column],
) -> rusqlite::Result<()> {
    let has_index: bool = connection.query_row(
        "SELECT count(*) FROM temp.pragma_index_list(?1) WHERE origin = 'pk'",
        [table],
        |row| row.get(0),
    )?;
    let mut keys = columns.iter_mut().filter(|column| column.primary > 0);
    if let (Some(column), None, false) = (keys.next(), keys.next(), has_index)
        && column.declared_type.eq_ignore_ascii_case("INTEGER")
    {
        column.is_rowid = true;
        column.needs_value = false;
    }
    Ok(())
}

impl Table {
    /// The table or view of that name.
    pub(crate) fn find(connection: &Connection, name: &str) -> anyhow::Result<Self> {
        let listed = connection
            .query_row(
                &format!("{LIST} AND name = ?1 COLLATE NOCASE"),
                [name],
                Listed::of_row,
            )
            .optional()?;
        match listed {
            Some(listed) => Ok(Self::describe(connection, listed)?),
            None => bail!("no table {}", quoted(name)),
        }
    }

    /// All tables but SQLite's own and those behind virtual ones.
    pub(crate) fn all(connection: &Connection) -> rusqlite::Result<Vec<Self>> {
        connection
            .prepare(&format!(
                "{LIST} AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"
            ))?
            .query_map([], Listed::of_row)?
            .map(|listed| Self::describe(connection, listed?))
            .collect()
    }

    fn describe(connection: &Connection, listed: Listed) -> rusqlite::Result<Self> {
        let Listed {
            name,
            kind,
            without_rowid,
            is_strict,
        } = listed;
        // SQLite pragma.c table_xinfo: 1 is a hidden column of a virtual table, 2 and 3 are generated ones.
        let mut columns: Vec<Column> = connection
            .prepare(
                "SELECT name, type, hidden > 1, pk, \"notnull\" AND dflt_value IS NULL AND hidden = 0 \
                 FROM temp.pragma_table_xinfo(?1) WHERE hidden <> 1",
            )?
            .query_map([&name], |row| {
                Ok(Column {
                    name: row.get(0)?,
                    declared_type: row.get(1)?,
                    is_generated: row.get(2)?,
                    is_rowid: false,
                    primary: row.get(3)?,
                    needs_value: row.get(4)?,
                })
            })?
            .collect::<rusqlite::Result<_>>()?;
        if kind == "table" && !without_rowid {
            name_rowid(connection, &name, &mut columns)?;
        }
        let key = match (kind.as_str(), without_rowid) {
            ("view", _) => Vec::new(),
            (_, true) => primary_key(&columns),
            (_, false) => rowid(&columns),
        };
        Ok(Self {
            name,
            columns,
            key,
            is_plain: kind == "table",
            is_strict,
        })
    }

    /// The column of that name.
    pub(crate) fn column(&self, name: &str) -> anyhow::Result<&Column> {
        match self
            .columns
            .iter()
            .find(|column| column.name.eq_ignore_ascii_case(name))
        {
            Some(column) => Ok(column),
            None => bail!(
                "table {} has no column {}",
                quoted(&self.name),
                quoted(name)
            ),
        }
    }

    /// Refuses what no row can be written to by its key: a view, a virtual table, a column that is generated or that
    /// is part of the key.
    pub(crate) fn must_take(&self, column: &Column) -> anyhow::Result<()> {
        let (table, name) = (quoted(&self.name), quoted(&column.name));
        if !self.is_plain {
            bail!("{table} is a view or a virtual table, expected a table");
        }
        if self.key.is_empty() {
            bail!(
                "columns of table {table} have taken all names of its rowid, so its rows cannot be told apart"
            );
        }
        if column.is_generated {
            bail!("column {name} is generated, expected one to write");
        }
        if self.key.iter().any(|part| part.name == column.name) {
            bail!(
                "column {name} is in the primary key of table {table}, which tells its rows apart"
            );
        }
        Ok(())
    }

    /// Refuses a column in which no document can stay as a value of type `stored`, `BLOB` or `TEXT`: one that holds
    /// integers alone, and one of a STRICT table that is declared otherwise.
    pub(crate) fn must_hold(&self, column: &Column, stored: &str) -> anyhow::Result<()> {
        let (table, name) = (quoted(&self.name), quoted(&column.name));
        if column.is_rowid {
            bail!(
                "column {name} is the INTEGER PRIMARY KEY of table {table}, which holds no documents"
            );
        }
        let declared = &column.declared_type;
        let is_declared = |wanted: &str| declared.eq_ignore_ascii_case(wanted);
        if self.is_strict && !is_declared(stored) && !is_declared("ANY") {
            bail!(
                "column {name} of the STRICT table {table} is {declared}, expected {stored} or ANY"
            );
        }
        Ok(())
    }

    /// A statement over the cells of a column, in the order of the key: the cell, then the key.
    pub(crate) fn cells<'c>(
        &self,
        connection: &'c Connection,
        column: &Column,
        condition: Option<&str>,
    ) -> anyhow::Result<Statement<'c>> {
        let (mut key, mut order) = (String::new(), String::new());
        if let Some(sql) = self.key_sql() {
            key = format!(", {sql}");
            order = format!(" ORDER BY {sql}");
        }
        let filter = match condition {
            Some(condition) => format!(" WHERE {}", parenthesized(condition)),
            None => String::new(),
        };
        let sql = format!(
            "SELECT {}{key} FROM {}{filter}{order}",
            quoted(&column.name),
            quoted(&self.name)
        );
        prepare(connection, &sql, condition)
    }

    /// A statement over the keys behind the one in its last parameters, or over the first ones, no more than `?1`.
    pub(crate) fn keys<'c>(
        &self,
        connection: &'c Connection,
        condition: Option<&str>,
        from_start: bool,
    ) -> anyhow::Result<Statement<'c>> {
        let key = self.key_sql().unwrap_or_default();
        let mut conditions = Vec::new();
        if let Some(condition) = condition {
            conditions.push(parenthesized(condition));
        }
        if !from_start {
            conditions.push(format!("({key}) > ({})", self.placeholders(2)));
        }
        let filter = match conditions.as_slice() {
            [] => String::new(),
            _ => format!(" WHERE {}", conditions.join(" AND ")),
        };
        // An index that fits the condition would be gone through and sorted for each batch anew.
        let sql = format!(
            "SELECT {key} FROM {} NOT INDEXED{filter} ORDER BY {key} LIMIT ?1",
            quoted(&self.name)
        );
        prepare(connection, &sql, condition)
    }

    /// A condition that one row meets, whose key starts at a parameter.
    pub(crate) fn row_sql(&self, first_parameter: usize) -> String {
        format!(
            "({}) = ({})",
            self.key_sql().unwrap_or_default(),
            self.placeholders(first_parameter)
        )
    }

    fn placeholders(&self, first: usize) -> String {
        let numbers = first..first + self.key.len();
        let numbers: Vec<_> = numbers.map(|number| format!("?{number}")).collect();
        numbers.join(", ")
    }

    fn key_sql(&self) -> Option<String> {
        let parts: Vec<_> = self.key.iter().map(|part| part.sql.as_str()).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// How many values a key has.
    pub(crate) fn key_len(&self) -> usize {
        self.key.len()
    }

    /// The key that stands in a row from `first` on.
    pub(crate) fn key_of(&self, row: &Row<'_>, first: usize) -> rusqlite::Result<Vec<KeyValue>> {
        (first..first + self.key.len())
            .map(|index| row.get(index))
            .collect()
    }

    /// What messages call a cell, before the place of its row.
    pub(crate) fn cell_name(&self, column: &Column) -> String {
        format!("{}.{}", self.name, column.name)
    }

    /// What messages call a row: `rowid 7`, or `station 'north', day 12`; of a view the number it came as.
    pub(crate) fn place(&self, key: &[KeyValue], number: u64) -> String {
        if self.key.is_empty() {
            return format!("row {number}");
        }
        let parts: Vec<_> = self
            .key
            .iter()
            .zip(key)
            .map(|(part, value)| format!("{} {}", part.name, Literal(value.as_ref())))
            .collect();
        parts.join(", ")
    }
}

/// A statement, whose error is about the condition where there is one.
fn prepare<'c>(
    connection: &'c Connection,
    sql: &str,
    condition: Option<&str>,
) -> anyhow::Result<Statement<'c>> {
    connection.prepare(sql).map_err(|error| match condition {
        // It carries the whole statement, of which the user wrote one part.
        Some(_) => match error {
            rusqlite::Error::SqlInputError { msg, .. } => Failure::usage(format!("--where: {msg}")),
            error => Failure::usage(format!("--where: {error}")),
        },
        None => error.into(),
    })
}

/// A condition that may end in a comment.
fn parenthesized(condition: &str) -> String {
    format!("({condition}\n)")
}
