import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type ZipEntry, zipOf } from './zip.ts'

test('an archive contains each file unchanged, under its name', async () => {
  const files: ZipEntry[] = [
    { name: 'Invoice-1.pdf', content: Buffer.from('%PDF one') },
    { name: 'Rechnung-ü.pdf', content: new Uint8Array(70_000).fill(7) },
  ]
  const parts: Uint8Array[] = []
  for await (const part of zipOf(asRead(files))) parts.push(part)
  const unpacked = unzipSync(Buffer.concat(parts))
  expect(Object.keys(unpacked)).toEqual(files.map(({ name }) => name))
  for (const { name, content } of files) {
    expect(Buffer.from(unpacked[name] ?? []).equals(Buffer.from(content))).toBe(true)
  }
})

test('a file is read only when the archive of the files before it was taken', async () => {
  const read: string[] = []
  async function* files(): AsyncGenerator<ZipEntry> {
    for (const name of ['a', 'b', 'c']) {
      read.push(name)
      yield { name, content: new Uint8Array(10) }
    }
  }
  const archive = zipOf(files())
  await archive.next()
  expect(read).toEqual(['a'])
  await archive.return(undefined)
  expect(read).toEqual(['a'])
})

async function* asRead(files: readonly ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* files
}
