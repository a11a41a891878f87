import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadSecret } from './secret.ts'

async function folder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'piecework-secret-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  return dataDir
}

test('processes that start at once make one secret, which only its owner reads and which stays', async () => {
  const dataDir = await folder()
  const load = () => loadSecret({ secret: undefined, dataDir })
  const [first = '', ...others] = await Promise.all(Array.from({ length: 20 }, load))
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(new Set(others)).toEqual(new Set([first]))
  expect(await load()).toBe(first)
  expect(await readdir(dataDir)).toEqual(['secret'])
  expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600)
})

test('the setting comes first, and then no file is made', async () => {
  const dataDir = await folder()
  expect(await loadSecret({ secret: 's'.repeat(32), dataDir })).toBe('s'.repeat(32))
  expect(await readdir(dataDir)).toEqual([])
})

test('a file that lost its content is not replaced: that would break every link', async () => {
  const dataDir = await folder()
  await writeFile(join(dataDir, 'secret'), '\n')
  await expect(loadSecret({ secret: undefined, dataDir })).rejects.toThrow('from a backup')
})
