//! Finds what can be changed in a file of Rust, and writes the changes beside the original.
//!
//! A changed expression becomes `(if on(7) { a - b } else { a + b })`. Changes within `a` and `b`
//! stand in the original branch only, for one mutant runs at a time. Left alone are constants and
//! `const fn`, patterns, types, macros, tests, and what a test cannot see: wiping.

use proc_macro2::LineColumn;
use std::collections::HashSet;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ReturnType, Stmt, Type, UnOp};

/// One change.
pub struct Mutant {
    /// Its number, one after the other over all files.
    pub number: usize,
    /// The line of the file, from 1.
    pub line: usize,
    /// The line and what is changed in it, which outlives changes elsewhere in the file.
    pub what: String,
}

/// A file with its mutants.
pub struct Planter<'t> {
    text: &'t str,
    krate: &'t str,
    first: usize,
    skipped: &'t HashSet<usize>,
    mutants: Vec<Mutant>,
    // What is put in where; openings before later openings of the same place, closings after.
    openings: Vec<(usize, String)>,
    closings: Vec<(usize, String)>,
}

impl<'t> Planter<'t> {
    /// Reads a file. The mutants get numbers from `first` on; those of `skipped` are named and not
    /// planted. `krate` is the path of the crate with the switch. Errors: what the parser says.
    pub fn new(
        text: &'t str,
        krate: &'t str,
        first: usize,
        skipped: &'t HashSet<usize>,
    ) -> Result<Self, String> {
        let file = syn::parse_file(text).map_err(|error| error.to_string())?;
        let (mutants, openings, closings) = (Vec::new(), Vec::new(), Vec::new());
        let mut planter = Self { text, krate, first, skipped, mutants, openings, closings };
        planter.visit_file(&file);
        Ok(planter)
    }

    /// Returns the mutants, in the order of the file.
    pub fn mutants(&self) -> &[Mutant] {
        &self.mutants
    }

    /// Returns the text with all mutants in it.
    pub fn planted(&self) -> String {
        let mut at: Vec<(usize, bool, isize, &str)> = Vec::new();
        for (i, (place, text)) in self.closings.iter().enumerate() {
            at.push((*place, false, -(i as isize), text));
        }
        for (i, (place, text)) in self.openings.iter().enumerate() {
            at.push((*place, true, i as isize, text));
        }
        at.sort();
        let (mut planted, mut from) = (String::new(), 0);
        for (place, _, _, text) in at {
            planted += &self.text[from..place];
            planted += text;
            from = place;
        }
        planted + &self.text[from..]
    }

    /// Names a mutant and returns the condition under which it runs, unless it is skipped.
    fn new_mutant(&mut self, place: LineColumn, change: &str) -> Option<String> {
        let number = self.first + self.mutants.len();
        let line = self.text.lines().nth(place.line - 1).unwrap_or_default();
        let column = place.column - (line.len() - line.trim_start().len());
        let change = change.split_whitespace().collect::<Vec<_>>().join(" ");
        let what = format!("{} | {column}: {change}", line.trim());
        self.mutants.push(Mutant { number, line: place.line, what });
        (!self.skipped.contains(&number)).then(|| format!("{}::mutant::on({number})", self.krate))
    }

    /// Puts an expression beside one that replaces it.
    fn replace(&mut self, whole: &Expr, changed: &str) {
        let span = whole.span();
        let range = span.byte_range();
        let what = format!("{} -> {changed}", &self.text[range.clone()]);
        if let Some(condition) = self.new_mutant(span.start(), &what) {
            self.openings.push((range.start, format!("(if {condition} {{ {changed} }} else {{ ")));
            self.closings.push((range.end, " })".into()));
        }
    }

    /// Returns the text of a part with that of an inner range exchanged.
    fn exchanged(&self, whole: Range<usize>, inner: Range<usize>, by: &str) -> String {
        let text = self.text;
        format!("{}{by}{}", &text[whole.start..inner.start], &text[inner.end..whole.end])
    }

    /// Lets a function return at once, with each of some values.
    fn returns(&mut self, name: &syn::Ident, block: &syn::Block, output: &ReturnType) {
        let values: &[&str] = match output {
            ReturnType::Default => &[""],
            ReturnType::Type(_, of) => match &**of {
                Type::Path(path) => {
                    let last = path.path.segments.last().expect("a path has a segment");
                    let inner = &self.text[last.arguments.span().byte_range()];
                    match last.ident.to_string().as_str() {
                        "bool" => &["true", "false"],
                        "Option" => &["None"],
                        "Result" if inner.starts_with("<(),") => &["Ok(())"],
                        "u8" | "u32" | "u64" | "i64" | "usize" => &["0", "1"],
                        _ => &[],
                    }
                }
                _ => &[],
            },
        };
        if block.stmts.is_empty() {
            return;
        }
        let start = block.brace_token.span.open().byte_range().end;
        for value in values {
            let what = format!("{name}: returns {value} at once");
            if let Some(condition) = self.new_mutant(name.span().start(), &what) {
                self.openings.push((start, format!(" if {condition} {{ return {value}; }} ")));
            }
        }
    }

    fn function(&mut self, attrs: &[syn::Attribute], of: &syn::Signature, block: &syn::Block) {
        let is_test = attrs.iter().any(|attr| attr.path().is_ident("test"));
        if of.constness.is_some() || is_test || of.ident == "zeroize" || of.ident == "drop" {
            return;
        }
        self.returns(&of.ident, block, &of.output);
        self.visit_block(block);
    }

    fn condition(&mut self, condition: &Expr) {
        // With a pattern in it it is no value; operators have other operators.
        let plain = !matches!(condition, Expr::Binary(_) | Expr::Unary(_));
        if plain && !self.text[condition.span().byte_range()].contains("let ") {
            let negated = format!("!({})", &self.text[condition.span().byte_range()]);
            self.replace(condition, &negated);
        }
    }
}

/// What may stand in the place of an operator.
fn others(op: &BinOp) -> &'static [&'static str] {
    match op {
        BinOp::Add(_) => &["-"],
        BinOp::Sub(_) => &["+"],
        BinOp::Mul(_) => &["+"],
        BinOp::Div(_) => &["*"],
        BinOp::Rem(_) => &["/"],
        BinOp::And(_) => &["||"],
        BinOp::Or(_) => &["&&"],
        BinOp::BitXor(_) => &["|", "&"],
        BinOp::BitAnd(_) => &["|", "^"],
        BinOp::BitOr(_) => &["&"],
        BinOp::Shl(_) => &[">>"],
        BinOp::Shr(_) => &["<<"],
        BinOp::Eq(_) => &["!="],
        BinOp::Ne(_) => &["=="],
        BinOp::Lt(_) => &["<=", ">"],
        BinOp::Le(_) => &["<", ">"],
        BinOp::Gt(_) => &[">=", "<"],
        BinOp::Ge(_) => &[">", "<"],
        BinOp::AddAssign(_) => &["-="],
        BinOp::SubAssign(_) => &["+="],
        BinOp::MulAssign(_) => &["+="],
        BinOp::BitXorAssign(_) => &["|="],
        BinOp::BitAndAssign(_) => &["|="],
        BinOp::BitOrAssign(_) => &["&="],
        BinOp::ShlAssign(_) => &[">>="],
        BinOp::ShrAssign(_) => &["<<="],
        _ => &[],
    }
}

/// What may stand in the place of a method: the sums that wrap around.
fn other_method(name: &str) -> Option<&'static str> {
    let pairs = [("wrapping_add", "wrapping_sub"), ("and", "or"), ("is_some", "is_none")];
    let found = pairs.iter().find(|(one, other)| name == *one || name == *other);
    found.map(|(one, other)| if name == *one { *other } else { *one })
}

impl<'ast> Visit<'ast> for Planter<'_> {
    fn visit_item_mod(&mut self, of: &'ast syn::ItemMod) {
        if !of.attrs.iter().any(|attr| attr.path().is_ident("cfg")) {
            visit::visit_item_mod(self, of);
        }
    }

    fn visit_item_fn(&mut self, of: &'ast syn::ItemFn) {
        self.function(&of.attrs, &of.sig, &of.block);
    }

    fn visit_impl_item_fn(&mut self, of: &'ast syn::ImplItemFn) {
        self.function(&of.attrs, &of.sig, &of.block);
    }

    fn visit_trait_item_fn(&mut self, of: &'ast syn::TraitItemFn) {
        if let Some(block) = &of.default {
            self.function(&of.attrs, &of.sig, block);
        }
    }

    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_item_enum(&mut self, _: &'ast syn::ItemEnum) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_generics(&mut self, _: &'ast syn::Generics) {}
    fn visit_path(&mut self, _: &'ast syn::Path) {}
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_expr_repeat(&mut self, of: &'ast syn::ExprRepeat) {
        self.visit_expr(&of.expr);
    }

    fn visit_expr_method_call(&mut self, of: &'ast syn::ExprMethodCall) {
        // Turbofish is no expression.
        self.visit_expr(&of.receiver);
        of.args.iter().for_each(|argument| self.visit_expr(argument));
    }

    fn visit_stmt(&mut self, of: &'ast Stmt) {
        let lone = |whole: &Expr| {
            matches!(whole, Expr::Call(_) | Expr::MethodCall(_) | Expr::Try(_) | Expr::Assign(_))
        };
        if let Stmt::Expr(whole, Some(semicolon)) = of
            && lone(whole)
            && !self.text[whole.span().byte_range()].ends_with(".zeroize()")
        {
            let range = whole.span().byte_range().start..semicolon.span.byte_range().end;
            let what = format!("{} -> nothing", &self.text[range.clone()]);
            if let Some(condition) = self.new_mutant(whole.span().start(), &what) {
                self.openings.push((range.start, format!("if !{condition} {{ ")));
                self.closings.push((range.end, " }".into()));
            }
        }
        visit::visit_stmt(self, of);
    }

    fn visit_arm(&mut self, of: &'ast syn::Arm) {
        if let Some((_, guard)) = &of.guard {
            self.condition(guard);
        }
        visit::visit_arm(self, of);
    }

    fn visit_expr(&mut self, of: &'ast Expr) {
        let range = of.span().byte_range();
        match of {
            Expr::Binary(binary) if !self.text[range.clone()].contains("let ") => {
                for other in others(&binary.op) {
                    let op = binary.op.span().byte_range();
                    let changed = self.exchanged(range.clone(), op, other);
                    self.replace(of, &changed);
                }
            }
            Expr::Unary(unary) if !matches!(unary.op, UnOp::Deref(_)) => {
                let changed = self.text[unary.expr.span().byte_range()].to_string();
                self.replace(of, &changed);
            }
            Expr::Lit(literal) => {
                if let syn::Lit::Int(number) = &literal.lit
                    && let Ok(value) = number.base10_parse::<u64>()
                    && value != u64::MAX
                {
                    let changed = format!("{}{}", value + 1, number.suffix());
                    self.replace(of, &changed);
                }
            }
            Expr::MethodCall(call) => {
                if let Some(other) = other_method(&call.method.to_string()) {
                    let changed =
                        self.exchanged(range.clone(), call.method.span().byte_range(), other);
                    self.replace(of, &changed);
                }
            }
            Expr::If(choice) => self.condition(&choice.cond),
            Expr::While(turn) => self.condition(&turn.cond),
            _ => {}
        }
        visit::visit_expr(self, of);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planted(text: &str, skipped: &[usize]) -> (String, Vec<String>) {
        let skipped = skipped.iter().copied().collect();
        let planter = Planter::new(text, "m", 5, &skipped).expect("Rust");
        let names = planter.mutants().iter().map(|it| format!("{} {}", it.number, it.what));
        (planter.planted(), names.collect())
    }

    /// Goal: the change stands beside the original, which keeps the changes within it.
    #[test]
    fn changes_stand_beside_the_original() {
        let (text, names) = planted("fn f(a: T) -> T { a + g(!a) }", &[]);
        let line = "fn f(a: T) -> T { a + g(!a) }";
        let changes = ["5 LINE | 18: a + g(!a) -> a - g(!a)", "6 LINE | 24: !a -> a"];
        assert_eq!(names, changes.map(|change| change.replace("LINE", line)));
        let inner = "a + g((if m::mutant::on(6) { a } else { !a }))";
        let whole = format!("(if m::mutant::on(5) {{ a - g(!a) }} else {{ {inner} }})");
        assert_eq!(text, format!("fn f(a: T) -> T {{ {whole} }}"));
        assert!(syn::parse_file(&text).is_ok());
    }

    /// Goal: a mutant that is left out keeps its number, and the others theirs.
    #[test]
    fn numbers_stay_when_one_is_left_out() {
        let (text, names) = planted("fn f() -> bool { x == 1 }", &[5, 7]);
        assert_eq!(names.len(), 4);
        for (number, there) in [(5, false), (6, true), (7, false), (8, true)] {
            assert_eq!(text.contains(&format!("on({number})")), there, "{text}");
        }
    }

    /// Goal: each kind of change is found, and nothing where it cannot be or would be no change.
    #[test]
    fn every_kind_is_found_and_nothing_else() {
        let count = |text: &str| planted(text, &[]).1.len();
        for (text, wanted) in [
            ("fn f() { g(); }", 2),
            ("fn f() { g.zeroize(); }", 1),
            ("fn f() -> Result<(), E> { g()?; h() }", 2),
            ("fn f() -> T { if a { b } else { c } }", 1),
            ("fn f() -> T { while a < b { c += d; } }", 3),
            ("fn f() -> T { match a { b if c => d, _ => e } }", 1),
            ("fn f() -> T { a.wrapping_add(b) }", 1),
            ("fn f() -> T { if let Some(a) = b && c { d } }", 0),
            ("const fn f() -> bool { 1 + 1 == 2 }", 0),
            ("const F: u8 = 1 + 1; static G: [u8; 4] = [1; 4];", 0),
            ("#[cfg(test)] mod tests { fn f() -> bool { 1 + 1 == 2 } }", 0),
            ("#[test] fn f() { g(); }", 0),
            ("fn f() -> T { match a { 1 => b, _ => c } }", 0),
            ("impl Drop for T { fn drop(&mut self) { g(); } }", 0),
            ("fn f() -> T { assert!(a == b); g::<4>([a; 4]) }", 0),
        ] {
            assert_eq!(count(text), wanted, "{text}");
        }
        assert!(Planter::new("fn f( {", "m", 0, &HashSet::new()).is_err());
    }
}
