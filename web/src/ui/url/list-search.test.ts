import { describe, expect, test } from 'vitest'
import { changedSearch, listSearch, orderOf } from './list-search.ts'
import { parseSearch, stringifySearch } from './plain-search.ts'
import { day, oneOf } from './search-readers.ts'

const read = listSearch(['createdAt', 'name'], {
  status: oneOf(['open', 'paid']),
  from: day,
})
const readUrl = (url: string) => read(parseSearch(url))

describe('the parameters of a list', () => {
  test('are read from the URL', () => {
    const url = '?page=3&limit=50&sort=-name&search=acme&status=open&from=2026-11-01'
    expect(readUrl(url)).toEqual({
      page: 3,
      limit: 50,
      sort: '-name',
      search: 'acme',
      status: 'open',
      from: '2026-11-01',
    })
    expect(parseSearch(stringifySearch(readUrl(url)))).toEqual(parseSearch(url))
  })

  test.each([
    '?page=0',
    '?page=1',
    '?page=-2',
    '?page=1e9',
    '?page=two',
    '?limit=33',
    '?sort=password',
    '?status=lost',
    '?from=2026-02-30',
    '?search=%20%20',
    '?search=%00%07',
    '?unknown=1',
    '?__proto__=1&constructor=2',
    '?status=open%00',
  ])('%s is dropped', (url) => {
    expect(readUrl(url)).toEqual({})
  })

  test('an invalid value does not affect others', () => {
    expect(readUrl('?page=x&status=paid&sort=--name')).toEqual({ status: 'paid' })
  })

  test('a number that the router parsed is accepted', () => {
    expect(read({ page: 4, search: 12 })).toEqual({ page: 4, search: '12' })
  })
})

test('a change of filter or order returns to the first page', () => {
  const search: ReturnType<typeof read> = { page: 7, limit: 50, status: 'open' }
  expect(changedSearch(search, { status: undefined })).toEqual({ limit: 50, status: undefined })
})

test('defaults and empty values are left out of an address', () => {
  expect(stringifySearch({ status: undefined, search: '', page: null })).toBe('')
  expect(stringifySearch({ search: 'a&b=c', page: 2 })).toBe('?search=a%26b%3Dc&page=2')
})

test.each([
  [undefined, { sortBy: 'createdAt', sortOrder: 'desc' }],
  ['name', { sortBy: 'name', sortOrder: 'asc' }],
  ['-name', { sortBy: 'name', sortOrder: 'desc' }],
])('the order %s is asked for as %j', (sort, expected) => {
  expect(orderOf<'createdAt' | 'name'>(sort, '-createdAt')).toEqual(expected)
})
