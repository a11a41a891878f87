import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { InvoiceDocument } from './document.ts'
import type { DocumentLine } from './lines.ts'

/** Returns the text of each page, in drawing order. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  await document.destroy()
  return pages
}

/** Returns the left and right edges of all text, in points. */
export async function edgesOf(pdf: Uint8Array): Promise<{ left: number; right: number }> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const edges = { left: Number.POSITIVE_INFINITY, right: 0 }
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue
      const left = Number(item.transform[4])
      edges.left = Math.min(edges.left, left)
      edges.right = Math.max(edges.right, left + item.width)
    }
  }
  await document.destroy()
  return edges
}

/** The structure of a page, as a screen reader gets it: role, text and children. */
export type Read = { role: string; text: string; children: Read[]; alt?: string }

/** Returns the structure of each page, and the text that is neither in it nor an artifact. */
export async function structureOf(pdf: Uint8Array): Promise<{ pages: Read[]; unmarked: string }> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const pages: Read[] = []
  let unmarked = ''
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const texts = new Map<string, string>()
    const open: (string | undefined)[] = []
    for (const item of items) {
      if ('str' in item) {
        const id = open.at(-1)
        if (id === undefined) unmarked += item.str
        else texts.set(id, (texts.get(id) ?? '') + item.str)
      } else if (item.type === 'endMarkedContent') open.pop()
      // An artifact has no id.
      else open.push(item.id ?? item.type)
    }
    pages.push(readOf(await page.getStructTree(), texts))
  }
  await document.destroy()
  return { pages, unmarked }
}

type Node = Awaited<ReturnType<PDFPageProxy['getStructTree']>>
type Child = Node['children'][number]

function readOf(node: Node, texts: ReadonlyMap<string, string>): Read {
  const children = node.children.flatMap((child) => (isNode(child) ? [readOf(child, texts)] : []))
  const text = node.children
    .flatMap((child) => (isNode(child) || !('id' in child) ? [] : [texts.get(child.id) ?? '']))
    .join(' ')
    .trim()
  const alt = Reflect.get(node, 'alt')
  return { role: node.role, text, children, ...(typeof alt === 'string' && { alt }) }
}

const isNode = (child: Child): child is Node => 'role' in child

export async function metadataOf(pdf: Uint8Array) {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const metadata = await document.getMetadata()
  await document.destroy()
  return metadata
}

/** Removes spaces, which vary between PDFs. */
export const squeezed = (text: string) => text.replace(/\s+/g, '')

export const sampleLine = (fields: Partial<DocumentLine> = {}): DocumentLine => ({
  description: 'Resolved tickets',
  notes: ['Support agent – ticket'],
  quantity: '1,200',
  unitPrice: '$0.0025',
  amount: '$3.00',
  ...fields,
})

export const sampleDocument = (fields: Partial<InvoiceDocument> = {}): InvoiceDocument => ({
  id: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10',
  name: 'Invoice',
  number: 'INV-000042',
  status: 'issued',
  currency: 'USD',
  seller: {
    name: 'Acme Robotics Inc.',
    address: ['1 Main Street', 'Springfield, IL 62701', 'United States'],
    email: 'billing@acme.example',
    phone: '+1 555 0100',
    taxId: 'US 12-3456789',
    logo: null,
    accentColor: null,
    country: 'US',
  },
  buyer: {
    name: 'Müller & Söhne GmbH',
    address: ['Hauptstraße 5', '10115 Berlin', 'Germany'],
    email: 'ap@mueller.example',
    taxId: 'DE123456789',
    country: 'DE',
  },
  issueDate: '1 Apr 2026',
  dueDate: '1 May 2026',
  netTerms: 30,
  period: '1 Mar 2026 – 31 Mar 2026',
  lines: [sampleLine()],
  subtotal: '$3.00',
  discounts: [],
  promotions: [],
  netTotal: null,
  taxes: [],
  credit: null,
  total: '$3.00',
  payments: [],
  amountPaid: '$0.00',
  amountRefunded: null,
  amountDue: '$3.00',
  isDue: true,
  taxNote: null,
  memo: null,
  footer: null,
  payUrl: 'https://billing.acme.example/pay/token',
  accountUrl: null,
  ...fields,
})
