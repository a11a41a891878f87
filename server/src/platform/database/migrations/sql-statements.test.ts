import { expect, test } from 'vitest'
import { splitStatements } from './sql-statements.ts'

test.each([
  ['two statements', 'select 1; select 2;', ['select 1', 'select 2']],
  ['a last statement without a semicolon', 'select 1;\nselect 2', ['select 1', 'select 2']],
  ['a semicolon in text', "select 'a;b'; select 2", ["select 'a;b'", 'select 2']],
  ['a quote in text', "select 'it''s; so'; select 2", ["select 'it''s; so'", 'select 2']],
  [
    'an escaped quote in text',
    "select e'it\\'s; so'; select 2",
    ["select e'it\\'s; so'", 'select 2'],
  ],
  ['a semicolon in a name', 'select 1 as "a;""b"; select 2', ['select 1 as "a;""b"', 'select 2']],
  [
    'the body of a function',
    'create function f() as $$ begin; end; $$; select 2',
    ['create function f() as $$ begin; end; $$', 'select 2'],
  ],
  [
    'dollar quotes with a tag, and others inside them',
    'do $body$ a; $$ b; $$ $body$; select 2',
    ['do $body$ a; $$ b; $$ $body$', 'select 2'],
  ],
  ['a parameter, which is no dollar quote', 'select $1; select $2', ['select $1', 'select $2']],
  ['a quote in a comment', "-- it's;\nselect 1; -- so;\n", ["-- it's;\nselect 1"]],
  ['a block comment', '/* a; b */ select 1;', ['/* a; b */ select 1']],
  ['nothing but comments and empty statements', '-- nothing;\n;;/* ; */', []],
])('%s', (_what, text, statements) => {
  expect(splitStatements(text)).toEqual(statements)
})
