import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'

test.each([
  ['a new value', { name: 'b' }, { name: 'a' }, { name: 'b' }, ['name']],
  ['the same value', { name: 'a' }, { name: 'a' }, { name: 'a' }, []],
  ['a field that was not sent', { name: 'b' }, { name: 'a', x: 1 }, { name: 'b', x: 2 }, ['name']],
  [
    'nested values',
    { metadata: { a: [1] } },
    { metadata: { a: [2] } },
    { metadata: { a: [1] } },
    ['metadata'],
  ],
  ['a field that is never shown', { secret: 'x' }, {}, {}, ['secret']],
  ['an unreadable object', { name: 'b' }, undefined, { name: 'b' }, ['name']],
  [
    'objects of a list',
    [
      { id: '1', rate: 2 },
      { id: '2', rate: 5, name: 'n' },
    ],
    {
      results: [
        { id: '2', rate: 5, name: 'm' },
        { id: '1', rate: 1 },
      ],
    },
    {
      results: [
        { id: '1', rate: 2 },
        { id: '2', rate: 5, name: 'n' },
      ],
    },
    ['rate', 'name'],
  ],
  [
    'an id in upper case',
    [{ id: 'A', rate: 2, name: 'n' }],
    { results: [{ id: 'a', rate: 1, name: 'n' }] },
    { results: [{ id: 'a', rate: 2, name: 'n' }] },
    ['rate'],
  ],
  [
    'objects of an unreadable list',
    [{ id: 'a', rate: 2 }],
    {},
    { results: [{ id: 'a', rate: 2 }] },
    ['rate'],
  ],
] as const)('%s', (_, sent, before, after, changed) => {
  expect(changedFields(sent, before, after)).toEqual(changed)
})
