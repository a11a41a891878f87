import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const SOURCE = join(ROOT, 'server/src')

test.each(['', 'features', 'platform'])(
  'ARCHITECTURE.md names each folder of server/src/%s',
  (folder) => {
    const map = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
    const names = readdirSync(join(SOURCE, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    const isNamed = (name: string) => map.includes(`\`${name}\``) || map.includes(`${name}/\``)
    expect(names.filter((name) => !isNamed(name))).toEqual([])
  },
)
