import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { zipOf } from './zip.ts'

const FILES = [
  new File(['%PDF-1.7 one'], 'Invoice-INV-000001.pdf'),
  new File([new Uint8Array(70_000).fill(7)], 'Rechnung-ü.pdf'),
]

test('each file is stored unchanged, with its name and its checksum', async () => {
  const view = Buffer.from(await (await zipOf('invoices.zip', FILES)).arrayBuffer())
  let at = 0
  for (const file of FILES) {
    const content = Buffer.from(await file.arrayBuffer())
    expect(view.readUInt32LE(at)).toBe(0x04034b50)
    expect(view.readUInt32LE(at + 14)).toBe(crc32(content))
    expect(view.readUInt32LE(at + 18)).toBe(content.length)
    const nameLength = view.readUInt16LE(at + 26)
    const start = at + 30 + nameLength
    expect(view.subarray(at + 30, start).toString()).toBe(file.name)
    expect(view.subarray(start, start + content.length).equals(content)).toBe(true)
    at = start + content.length
  }
  const end = view.subarray(-22)
  expect(end.readUInt32LE(0)).toBe(0x06054b50)
  expect([end.readUInt16LE(10), end.readUInt32LE(16)]).toEqual([FILES.length, at])
  expect(end.readUInt32LE(12)).toBe(view.length - 22 - at)
})
