import { afterAll, describe, expect, test } from 'vitest'
import { logoProblem } from '../../../organizations/logo.ts'
import { chunk, pngOf } from '../../../organizations/test-support.ts'
import type { InvoiceDocument } from '../document.ts'
import {
  edgesOf,
  metadataOf,
  pagesOf,
  type Read,
  sampleDocument,
  sampleLine,
  squeezed,
  structureOf,
} from '../test-support.ts'
import { draws } from './fonts/coverage.ts'
import { fontRuns } from './fonts/font-runs.ts'
import { createPdfRenderer, pdfFileName } from './pdf.ts'

const pdf = createPdfRenderer()
afterAll(() => pdf.close())

const textOf = async (fields: Partial<InvoiceDocument> = {}) =>
  squeezed((await pagesOf(await pdf.render(sampleDocument(fields)))).join(' '))

/** The smallest possible PNG: one pixel. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('the PDF of an invoice', () => {
  test('names seller, buyer, lines and payment instructions', async () => {
    const text = await textOf({ memo: 'Order 4711', footer: 'IBAN DE00' })
    for (const part of [
      'INV-000042',
      'Acme Robotics Inc.',
      '1 Main Street',
      'Tax ID: US 12-3456789',
      'Müller & Söhne GmbH',
      'Tax ID: DE123456789',
      '1 Apr 2026',
      '1 May 2026',
      '31 Mar 2026',
      'Resolved tickets',
      '1,200',
      '$0.0025',
      'Amount due',
      'https://billing.acme.example/pay/token',
      'Order 4711',
      'IBAN DE00',
      'Page 1 of 1',
    ]) {
      expect(text).toContain(squeezed(part))
    }
  })

  test('is headed by its name, as a top-up is', async () => {
    expect(await textOf({ name: 'Top-up invoice' })).toContain(
      squeezed('Top-up invoice INV-000042'),
    )
    expect(await textOf()).not.toContain(squeezed('Top-up'))
  })

  test('reads as headings, paragraphs and tables, and all else is an artifact', async () => {
    const { seller } = sampleDocument()
    const document = sampleDocument({
      seller: { ...seller, logo: PIXEL },
      lines: [sampleLine({ unitPrice: null })],
    })
    const { pages, unmarked } = await structureOf(await pdf.render(document))
    expect(unmarked).toBe('')
    const [root] = pages[0]?.children ?? []
    const own = root?.children ?? []
    expect(root?.role).toBe('Document')
    expect(own.find(({ role }) => role === 'Figure')?.alt).toBe(seller.name)
    expect(own.filter(({ role }) => role.startsWith('H')).map(({ text }) => text)).toEqual([
      'Invoice',
      'From',
      'Billed to',
    ])
    const [, lines] = own.filter(({ role }) => role === 'Table')
    const rolesOf = (row: Read | undefined) => row?.children.map(({ role }) => role)
    expect(lines?.children.map(rolesOf)).toEqual([
      ['TH', 'TH', 'TH', 'TH'],
      ['TD', 'TD', 'TD', 'TD'],
    ])
    const [, row] = lines?.children ?? []
    expect(row?.children[0]?.children.map(({ text }) => text)).toEqual([
      'Resolved tickets',
      'Support agent – ticket',
    ])
  })

  test('does not read the table header again on each page', async () => {
    const lines = Array.from({ length: 60 }, () => sampleLine())
    const { pages, unmarked } = await structureOf(await pdf.render(sampleDocument({ lines })))
    expect(pages.length).toBeGreaterThan(1)
    expect(unmarked).toBe('')
    const heads = pages.map((page) => JSON.stringify(page).split('"Unit price"').length - 1)
    expect(heads).toEqual([1, ...heads.slice(1).map(() => 0)])
  })

  test('shows the explanation of a line below it', async () => {
    const notes = ['Prorated: $310.00 × 15 of 31 days', 'Above 100: 400 × $0.02 = $8.00']
    const text = await textOf({ lines: [sampleLine({ notes })] })
    for (const note of notes) expect(text).toContain(squeezed(note))
  })

  test('draws nothing beyond its margins, even for text without spaces', async () => {
    const token = 'W'.repeat(60)
    const amount = '$99,999,999,999,999.99'
    const drawn = await pdf.render(
      sampleDocument({
        payUrl: `https://billing.acme.example/pay/${token}`,
        lines: [sampleLine({ description: token, notes: [token], quantity: amount, amount })],
        discounts: [{ label: token, amount }],
        netTotal: amount,
        taxes: [{ label: token, amount }],
        total: amount,
        payments: [{ label: `Paid (${token})`, amount }],
        taxNote: token,
        memo: 'M'.repeat(200),
        footer: token,
      }),
    )
    const { left, right } = await edgesOf(drawn)
    expect(left).toBeGreaterThanOrEqual(43.9)
    expect(right).toBeLessThanOrEqual(612 - 43.9)
  })

  test('names the seller in its metadata', async () => {
    const { info } = await metadataOf(await pdf.render(sampleDocument()))
    expect(info).toMatchObject({
      Title: 'Invoice INV-000042',
      Author: 'Acme Robotics Inc.',
      Subject: 'Invoice of Acme Robotics Inc. for Müller & Söhne GmbH, 1 Mar 2026 – 31 Mar 2026',
      Creator: 'Piecework',
      Producer: 'Piecework',
      Language: 'en',
    })
  })

  test('sets Japanese in a Japanese font, whatever else is on the page', async () => {
    const { seller, buyer } = sampleDocument()
    const kanji = '東京都直角'
    const fontsOf = async (fields: Partial<InvoiceDocument>) =>
      (await pdf.render(sampleDocument(fields))).toString('latin1')
    const chinese = await fontsOf({ seller: { ...seller, name: kanji } })
    expect(chinese).toContain('SourceHanSans')
    expect(chinese).not.toContain('NotoSansJP')
    for (const fields of [
      { seller: { ...seller, name: kanji, country: 'JP' } },
      { lines: [sampleLine({ description: `${kanji}の件` })] },
      { buyer: { ...buyer, name: kanji, country: 'JP' }, memo: 'Grüße' },
    ]) {
      const japanese = await fontsOf(fields)
      expect(japanese).toContain('NotoSansJP')
      expect(japanese).not.toContain('SourceHanSans')
    }
    const both = await fontsOf({
      seller: { ...seller, name: kanji, country: 'CN' },
      buyer: { ...buyer, name: kanji, country: 'JP' },
    })
    expect(both).toContain('SourceHanSans')
    expect(both).toContain('NotoSansJP')
  })

  test.each([...'・※★●→①℃㈱〒～「」…–−€№✓'])('has a sign for %s', async (mark) => {
    for (const text of [mark, `a${mark}b`, `エ${mark}ラ`]) {
      const runs = fontRuns(text)
      expect(runs.every(({ text, font }) => [...text].every((one) => draws(font, one)))).toBe(true)
    }
  })

  test('takes 200 lines over as many pages as they need, each with its header and number', async () => {
    const lines = Array.from({ length: 200 }, (_, index) =>
      sampleLine({ description: `Line ${index + 1}.` }),
    )
    const pages = await pagesOf(await pdf.render(sampleDocument({ lines })))
    const text = squeezed(pages.join(' '))
    for (const { description } of lines) expect(text).toContain(squeezed(description))
    expect(pages.length).toBeGreaterThan(4)
    for (const [index, page] of pages.entries()) {
      expect(squeezed(page)).toContain(squeezed(`Page ${index + 1} of ${pages.length}`))
    }
    expect(pages.slice(0, -1).every((page) => page.includes('Description'))).toBe(true)
  })

  test('wraps names of any length, also without a space in them', async () => {
    const name = 'W'.repeat(255)
    const text = await textOf({
      seller: { ...sampleDocument().seller, name },
      buyer: { ...sampleDocument().buyer, name },
      lines: [sampleLine({ description: name }), sampleLine({ notes: [name] })],
    })
    expect(text.split('W').length - 1).toBeGreaterThanOrEqual(255 * 5)
  })

  test.each([
    ['Chinese, traditional too', ['示例科技有限公司', '臺灣範例股份有限公司']],
    ['Japanese', ['株式会社サンプル']],
    ['Korean', ['주식회사홍길동']],
    [
      'Cyrillic, Greek, Vietnamese and Thai',
      ['ОООПримеріїђ', 'Παράδειγμα', 'TráchnhiệmhữuhạnViệtNam', 'บริษท'],
    ],
  ])('writes %s', async (_scripts, names) => {
    const text = await textOf({ lines: names.map((description) => sampleLine({ description })) })
    for (const name of names) expect(text).toContain(name)
  })

  test.each([
    ['Arabic', 'شركة المثال للتجارة (فرع دبي) رقم 123'],
    ['Hebrew', 'חברת דוגמה בע"מ (סניף 7)'],
    ['Devanagari', 'हिन्दी परीक्षण प्राइवेट लिमिटेड'],
    ['what no font has', '🤖 ሰላም 𠮷 \u{10ffff}'],
    ['halves of characters and controls', 'a\u0000b\ud800c\udc00\u202ed\u0007'],
    ['marks alone', '\u0301\u064b\u0e31\u200d\ufe0f'],
    ['nothing', ''],
    ['spaces and line breaks', ' \n\r\n\t '],
  ])('never fails on %s', async (_what, text) => {
    const fields = { memo: text, lines: [sampleLine({ description: text, notes: [text] })] }
    const seller = { ...sampleDocument().seller, name: text, address: [text] }
    const drawn = await pdf.render(sampleDocument({ ...fields, seller }))
    expect(drawn.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('prints a logo, and is rendered without a broken one', async () => {
    const seller = sampleDocument().seller
    const plain = await pdf.render(sampleDocument())
    const withLogo = await pdf.render(sampleDocument({ seller: { ...seller, logo: PIXEL } }))
    expect(withLogo.toString('latin1')).toContain('/Subtype /Image')
    expect(plain.toString('latin1')).not.toContain('/Subtype /Image')
    const broken = `${PIXEL.slice(0, 60)}AAAA`
    expect(await textOf({ seller: { ...seller, logo: broken } })).toContain('INV-000042')
  })

  test('with a broken picture does not delay other invoices', async () => {
    const { seller } = sampleDocument()
    const endless = pngOf({}, [chunk('IHDR', Buffer.alloc(0))]).toString('base64')
    expect(logoProblem(`data:image/png;base64,${endless}`)).toContain('cannot be printed')
    const logo = `data:image/png;base64,${endless}`
    const texts = await Promise.all([textOf({ seller: { ...seller, logo } }), textOf()])
    for (const text of texts) expect(text).toContain('INV-000042')
  })

  test('of one document is drawn once, also for concurrent requests, and again after a change', async () => {
    const memo = 'Drawn once'
    const [first, ...others] = await Promise.all(
      Array.from({ length: 15 }, () => pdf.render(sampleDocument({ memo }))),
    )
    for (const other of others) expect(other).toBe(first)
    expect(await pdf.render(sampleDocument({ memo }), { urgency: 'mail' })).toBe(first)
    expect(await pdf.render(sampleDocument({ memo, status: 'paid' }))).not.toBe(first)
  })

  test('is given up when it is not drawn in time, and the next one is drawn', async () => {
    const lines = Array.from({ length: 5_000 }, () => sampleLine())
    const endless = pdf.render(sampleDocument({ lines }), { limitMs: 50 })
    await Promise.all([
      expect(endless).rejects.toThrow('aborted'),
      expect(textOf()).resolves.toContain('INV-000042'),
    ])
  })

  test("uses the paper of the seller's country, A4 except in North America", async () => {
    const box = async (country: string) => {
      const seller = { ...sampleDocument().seller, country }
      const drawn = await pdf.render(sampleDocument({ seller }))
      return /MediaBox \[([^\]]*)\]/.exec(drawn.toString('latin1'))?.[1]
    }
    expect(await box('US')).toBe('0 0 612 792')
    expect(await box('DE')).toMatch(/^0 0 595/)
  })

  test('a payment link is present only while an amount is due', async () => {
    expect(await textOf({ payUrl: null, status: 'paid' })).not.toContain('online')
  })
})

test('the thread ends when it is closed, with what it is drawing', async () => {
  const closing = createPdfRenderer()
  const lines = Array.from({ length: 5_000 }, () => sampleLine())
  const failure = expect(closing.render(sampleDocument({ lines }))).rejects.toThrow()
  await closing.close()
  await failure
})

test('the file is named after the invoice, whatever characters its number contains', () => {
  expect(pdfFileName({ number: 'INV-000042' })).toBe('Invoice-INV-000042.pdf')
  expect(pdfFileName({ number: 'a"\r\n/b' })).toBe('Invoice-a-b.pdf')
})
