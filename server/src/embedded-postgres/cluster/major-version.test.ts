import { expect, test } from 'vitest'
import { releasedMajor } from './major-version.ts'

test('a release of PostgreSQL says its major version', () => {
  expect(releasedMajor('postgres (PostgreSQL) 18.4\n')).toBe('18')
  expect(releasedMajor('postgres (PostgreSQL) 9.6')).toBe('9')
})

test.each(['18beta1', '18rc1', '19devel', '18.4 (patched)', ''])(
  'PostgreSQL %j is not a release and is refused',
  (version) => {
    expect(() => releasedMajor(`postgres (PostgreSQL) ${version}`)).toThrow('not a release')
  },
)
