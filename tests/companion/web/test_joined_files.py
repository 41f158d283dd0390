"""Modules and stylesheets as one file each, and what cannot be joined."""

import pytest

from companion.web.rendering.joined_files import CannotJoin, join_scripts, join_stylesheets, stand_in

BASE = "/** Says a thing. */\nexport function said() {}\nexport const THING = 1;\n"
USER = 'import { said, THING } from "../base.js";\n\nsaid(THING);\n'


def test_a_module_runs_after_those_that_it_imports() -> None:
    assert join_scripts({"games/user.js": USER, "base.js": BASE}) == (
        "const modules = {};\n"
        'modules["base.js"] = (() => {\n'
        "function said() {}\nconst THING = 1;\nreturn { said, THING };\n})();\n"
        'modules["games/user.js"] = (() => {\n'
        'const { said, THING } = modules["base.js"];\nsaid(THING);\n})();\n'
        "export { modules };\n"
    )


def test_names_of_one_module_do_not_reach_another() -> None:
    joined = join_scripts({"a.js": "const here = 1;\n", "b.js": "const here = 2;\n"})
    assert joined.count("(() => {") == joined.count("})();") == 2


def test_names_may_be_imported_on_several_lines() -> None:
    user = 'import {\n  said,\n  THING,\n} from "./base.js";\n'
    assert 'const { said, THING } = modules["base.js"];' in join_scripts({"base.js": BASE, "user.js": user})


@pytest.mark.parametrize(
    ("source", "kept"),
    [
        ("// A whole line.\nstart();\n", "start();\n"),
        ("  /** A whole line. */\n\n  start();\n", "start();\n"),
        ("/**\n * Several lines.\n * @param {string} it\n */\nstart();\n", "start();\n"),
        ("const go = (/** @type {string} */ it) => it;\n", "const go = (it) => it;\n"),
        ("/** @type {Known} */ (go)(1);\n/** Later. */\ngo(2);\n", "(go)(1);\ngo(2);\n"),
        ('const address = "https://example.org"; // one\n', 'const address = "https://example.org";\n'),
        ('const address = "one; // two";\n', 'const address = "one; // two";\n'),
        ("const two = /\\/\\/|\\/\\*/;\n", "const two = /\\/\\/|\\/\\*/;\n"),
    ],
)
def test_comments_are_left_out_where_that_is_certain(source: str, kept: str) -> None:
    assert join_scripts({"a.js": source}) == (
        f'const modules = {{}};\nmodules["a.js"] = (() => {{\n{kept}}})();\nexport {{ modules }};\n'
    )


@pytest.mark.parametrize(
    "form",
    [
        'import base from "./base.js";',
        'import * as base from "./base.js";',
        'import { said as tell } from "./base.js";',
        'import { said } from "./base.js"',
        'import "./base.js";',
        'import { said } from "elsewhere";',
        "export default 1;",
        "export class One {}",
        "export let one = 1;",
        "export { one };",
        'export * from "./base.js";',
        'const late = await import("./base.js");',
        "const here = import.meta.url;",
    ],
)
def test_another_form_is_refused_with_the_file_and_the_forms_that_are_known(form: str) -> None:
    with pytest.raises(CannotJoin) as refused:
        join_scripts({"base.js": BASE, "user.js": f"start();\n{form}\n"})
    assert str(refused.value).startswith("user.js: “")
    assert str(refused.value).endswith("at the beginning of a line, and `export` before a function or a const.")


def test_modules_that_import_one_another_are_refused_with_the_way() -> None:
    a, b = 'import { b } from "./b.js";\nexport const a = 1;\n', 'import { a } from "./a.js";\nexport const b = 1;\n'
    with pytest.raises(CannotJoin, match=r"in a circle: a\.js → b\.js → a\.js\."):
        join_scripts({"a.js": a, "b.js": b})


def test_a_missing_module_is_refused_with_the_one_that_imports_it() -> None:
    with pytest.raises(CannotJoin, match=r"games/user\.js imports base\.js, which does not exist\."):
        join_scripts({"games/user.js": USER})


def test_a_stand_in_exports_what_the_module_of_the_joined_script_exports() -> None:
    assert stand_in("js/base.js", BASE, "all.js") == (
        'import { modules } from "../all.js";\nexport const { said, THING } = modules["js/base.js"];\n'
    )


def test_stylesheets_are_joined_in_order_without_comments_and_space() -> None:
    parts = [("a.css", "/* One. */\na,\nb > c { color: red; }\n"), ("b.css", 'b { content: "; "; } /* two */\n')]
    assert join_stylesheets(parts) == 'a,b > c{color: red;}b{content: "; ";}'


@pytest.mark.parametrize("rule", ['@import "b.css";', '@charset "utf-8";', "a { background: url(b.svg); }"])
def test_a_rule_that_means_something_else_in_a_joined_stylesheet_is_refused(rule: str) -> None:
    with pytest.raises(CannotJoin, match=r"^a\.css: “.*” cannot be joined with other stylesheets"):
        join_stylesheets([("a.css", rule)])
