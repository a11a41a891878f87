import { appendFile, rename } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { useOpened } from '../../../../test/support/use-app.ts'
import { COMMAS, createFolder } from '../test-support.ts'
import { type CsvFormat, openCsv } from './csv-file.ts'

const folder = useOpened(createFolder)

async function readAll(content: string | Uint8Array, format: CsvFormat = COMMAS) {
  const csv = await openCsv(await folder.write(content), format)
  try {
    return { header: csv.header, rows: await Array.fromAsync(csv.rows()) }
  } finally {
    await csv.close()
  }
}

describe('reading a CSV file', () => {
  test.each<[string, string | Uint8Array, CsvFormat]>([
    ['line feeds', 'a,b\n1,2\n3,4\n', COMMAS],
    ['no line end at the end', 'a,b\n1,2\n3,4', COMMAS],
    ['CRLF', 'a,b\r\n1,2\r\n3,4\r\n', COMMAS],
    ['both line ends', 'a,b\n1,2\r\n3,4\n', COMMAS],
    ['a byte order mark', '\uFEFFa,b\n1,2\n3,4\n', COMMAS],
    ['quotes', '"a","b"\n"1","2"\n"3","4"\n', COMMAS],
    ['semicolons', 'a;b\n1;2\n3;4\n', { delimiter: ';', encoding: 'utf8' }],
    ['tabs', 'a\tb\n1\t2\n3\t4\n', { delimiter: '\t', encoding: 'utf8' }],
    ['UTF-16', Buffer.from('\uFEFFa,b\n1,2\n3,4\n', 'utf16le'), COMMAS],
  ])('with %s', async (_, content, format) => {
    expect(await readAll(content, format)).toEqual({
      header: ['a', 'b'],
      rows: [
        { number: 2, cells: ['1', '2'] },
        { number: 3, cells: ['3', '4'] },
      ],
    })
  })

  test('keeps quoted delimiters, line ends and quotes, and quotes that open nothing', async () => {
    const { rows } = await readAll('a,b\r\n"1,5","two\r\nlines"\r\n"say ""hi""",5" pipe\r\n')
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['1,5', 'two\r\nlines'],
      ['say "hi"', '5" pipe'],
    ])
  })

  test('counts blank lines as a spreadsheet does and gives no rows for them', async () => {
    const { rows } = await readAll('a,b\n\n1,2\n\n\n3,4\n')
    expect(rows.map(({ number }) => number)).toEqual([3, 6])
  })

  test('gives rows with too many or too few cells as they are', async () => {
    const { rows } = await readAll('a,b\n1\n1,2,3\n')
    expect(rows.map(({ cells }) => cells)).toEqual([['1'], ['1', '2', '3']])
  })

  test('reads Latin-1 with that encoding', async () => {
    const { rows } = await readAll(Buffer.from('a,b\nMüller,1\n', 'latin1'), {
      delimiter: ',',
      encoding: 'latin1',
    })
    expect(rows[0]?.cells).toEqual(['Müller', '1'])
  })

  test.each([
    ['an empty file', '', /is empty/],
    ['a quote that is never closed', 'a,b\n1,"2\n3,4\n', /a quote before it is opened/],
  ])('refuses %s', async (_, content, message) => {
    await expect(readAll(content)).rejects.toThrow(message)
  })

  test('refuses a missing path, and a path that is not a file', async () => {
    await expect(openCsv(`${folder.path}/none.csv`, COMMAS)).rejects.toThrow(/cannot be opened/)
    await expect(openCsv(folder.path, COMMAS)).rejects.toThrow(/not a file/)
  })

  test('reads the same bytes every time, even if the file grows or moves concurrently', async () => {
    const path = await folder.write('a\n1\n2\n')
    const csv = await openCsv(path, COMMAS)
    const first = await Array.fromAsync(csv.rows())
    await appendFile(path, '3\n')
    await rename(path, `${path}.moved`)
    expect(await Array.fromAsync(csv.rows())).toEqual(first)
    expect(first).toHaveLength(2)
    await csv.close()
  })
})
