import { expect, test } from 'vitest'
import { localPath } from './local-path.ts'
import { oneOf, readSearch } from './search-readers.ts'

test('a rejected parameter is undefined, so that the router does not pass on its raw value', () => {
  const read = readSearch({ to: localPath, after: oneOf(['reset']) })
  const raw = { to: 'https://evil.example/', after: 'reset' }
  expect({ ...raw, ...read(raw) }).toEqual({ to: undefined, after: 'reset' })
})
