import { expect, test } from 'vitest'
import { localPath } from './local-path.ts'
import { oneOf, readSearch } from './search-readers.ts'

test('what was refused is named as absent, so that the router does not hand it out as it came', () => {
  const read = readSearch({ to: localPath, after: oneOf(['reset']) })
  const raw = { to: 'https://evil.example/', after: 'reset' }
  expect({ ...raw, ...read(raw) }).toEqual({ to: undefined, after: 'reset' })
})
