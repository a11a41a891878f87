import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FLOOR_PLAN } from './floor-plan.ts'

const ROOT = join(import.meta.dirname, '..')

const FOLDERS = [
  'server/src',
  'server/src/platform',
  'web/src',
  ...FLOOR_PLAN.map((one) => one.folder),
]

test.each(FOLDERS)('ARCHITECTURE.md names each folder of %s', (folder) => {
  const map = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  const names = readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const isNamed = (name: string) => map.includes(`\`${name}\``) || map.includes(`${name}/\``)
  expect(names.filter((name) => !isNamed(name))).toEqual([])
})
