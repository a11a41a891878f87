import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8')

/** Set inside the container by compose.yaml. */
const OF_THE_CONTAINER = ['PORT', 'HOST', 'DATA_DIR']

test('compose.yaml passes every setting of .env.example, and lets the environment decide', () => {
  const settings = read('.env.example').matchAll(/^([A-Z_]+)=/gm)
  const names = Array.from(settings, ([, name]) => name)
  const [, service = ''] = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(read('compose.yaml')) ?? []
  const passed = new Map(
    Array.from(service.matchAll(/^ {6}([A-Z_]+): (.+)$/gm), ([, name, value]) => [name, value]),
  )
  expect([...passed.keys()].toSorted()).toEqual(names.toSorted())
  const free = names.filter((name = '') => !OF_THE_CONTAINER.includes(name))
  for (const name of free) expect(passed.get(name)).toMatch(new RegExp(`^\\$\\{${name}:-.*\\}$`))
})
