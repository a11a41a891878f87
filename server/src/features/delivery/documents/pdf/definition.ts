import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { InvoiceDocument } from '../document.ts'
import { lineTable } from './lines.ts'
import {
  COLORS,
  contentWidth,
  isJapanese,
  type Look,
  number,
  PAGE,
  paperOf,
  styled,
} from './style.ts'
import { cellOf, type Tag, tagOf } from './tags/tag.ts'
import { totalsBlock } from './totals.ts'

/** Bounds the memory of the PDF thread: the structure of a longer invoice would exceed it. */
const TAGGED_LINES_MAX = 2_000

/** Builds the document definition for pdfmake. */
export function definitionOf(document: InvoiceDocument): TDocumentDefinitions {
  const { name, number, seller, buyer, period, lines, taxNote, memo, footer } = document
  const own = { isJapanese: isJapanese(seller) }
  return {
    pageSize: paperOf(seller),
    pageMargins: [PAGE.margin, 56, PAGE.margin, 56],
    defaultStyle: { font: 'Inter', fontSize: PAGE.size, color: COLORS.text, lineHeight: 1.15 },
    info: {
      title: `${name} ${number}`,
      author: seller.name,
      subject: `${name} of ${seller.name} for ${buyer.name}, ${period}`,
      creator: 'Piecework',
      producer: 'Piecework',
    },
    language: 'en',
    displayTitle: true,
    version: '1.7',
    ...(lines.length <= TAGGED_LINES_MAX && { tagged: true, subset: 'PDF/UA' as const }),
    header: (page) => (page > 1 ? runningHeader(document) : null),
    footer: (page, pages) => pageNumber(number, page, pages),
    content: [
      masthead(document),
      parties(document),
      lineTable(document),
      totalsBlock(document),
      ...(taxNote ? [note('Tax', taxNote, own)] : []),
      ...(memo ? [note('Memo', memo, own)] : []),
      ...(footer ? [{ ...styled(footer, { small: true, muted: true, ...own }), margin: TOP }] : []),
    ],
  }
}

const TOP: [number, number, number, number] = [0, 18, 0, 0]

function runningHeader({ name, number, seller }: InvoiceDocument): Content {
  return {
    margin: [PAGE.margin, 28, PAGE.margin, 0],
    columns: [
      styled(shortened(seller.name), {
        small: true,
        muted: true,
        role: 'Artifact',
        isJapanese: isJapanese(seller),
      }),
      {
        ...styled(`${name} ${number}`, { small: true, muted: true, role: 'Artifact' }),
        alignment: 'right',
      },
    ],
  }
}

/** Limits a name to one line for the running header. */
function shortened(name: string): string {
  const characters = [...name]
  const most = 40
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : name
}

function pageNumber(number: string, page: number, pages: number): Content {
  return {
    margin: [PAGE.margin, 20, PAGE.margin, 0],
    columns: [
      styled(number, { small: true, muted: true, role: 'Artifact' }),
      {
        ...styled(`Page ${page} of ${pages}`, { small: true, muted: true, role: 'Artifact' }),
        alignment: 'right',
      },
    ],
  }
}

/** Large labels for invoices with a status other than issued. */
const STAMPS = new Map([
  ['draft', 'Draft'],
  ['paid', 'Paid'],
  ['overdue', 'Overdue'],
  ['void', 'Void'],
  ['refunded', 'Refunded'],
])

const HEADING_WIDTH = 200

function masthead({ name: heading, seller, number, status }: InvoiceDocument): Content {
  const { logo } = seller
  const width = contentWidth(seller) - HEADING_WIDTH
  const name = styled(seller.name, {
    bold: true,
    size: 15,
    width,
    isJapanese: isJapanese(seller),
  })
  const stamp = STAMPS.get(status)
  const state: Content[] =
    stamp === undefined
      ? []
      : [{ ...styled(stamp, { bold: true }), color: COLORS.accent, margin: [0, 2, 0, 0] }]
  return {
    margin: [0, 0, 0, 22],
    columns: [
      { width, stack: [logo === null ? name : picture(logo, seller.name)] },
      {
        width: HEADING_WIDTH,
        alignment: 'right',
        stack: [
          { ...styled(heading, { size: 22, bold: true, role: 'H1' }), lineHeight: 1 },
          { ...styled(number, { size: 11, muted: true }), margin: [0, 2, 0, 0] },
          ...state,
        ],
      },
    ],
  }
}

/** The logo, which reads as the name of the company. */
function picture(logo: string, alt: string): Content {
  const image = { image: logo, fit: [180, 56] as [number, number] }
  return Object.assign(image, { tag: { ...tagOf('Figure'), alt } })
}

const DATES_WIDTH = 165
const GAP = 16

function parties(document: InvoiceDocument): Content {
  const { seller, buyer } = document
  const width = (contentWidth(seller) - DATES_WIDTH - GAP * 2) / 2
  return {
    margin: [0, 0, 0, 20],
    columnGap: GAP,
    columns: [
      { width, stack: party('From', { ...seller, more: seller.phone }, width) },
      { width, stack: party('Billed to', { ...buyer, more: null }, width) },
      { width: DATES_WIDTH, stack: [dates(document)] },
    ],
  }
}

type Shown = InvoiceDocument['buyer'] & { more: string | null }

function party(title: string, shown: Shown, width: number): Content[] {
  const { name, address, email, taxId, more } = shown
  const look = { width, isJapanese: isJapanese(shown) }
  const rest = [...address, email ?? '', more ?? '', taxId ? `Tax ID: ${taxId}` : '']
  return [
    styled(title, { small: true, muted: true, bold: true, role: 'H2' }),
    { ...styled(name, { bold: true, ...look }), margin: [0, 3, 0, 1] },
    ...rest.filter((line) => line !== '').map((line) => styled(line, look)),
  ]
}

const DATE_WIDTHS = { label: 62, value: 95 }

function dates({ issueDate, dueDate, period, amountDue, payUrl }: InvoiceDocument): Content {
  const { label, value } = DATE_WIDTHS
  const table = tagOf('Table')
  const rowOf = (name: string, content: (cell: Tag) => Content): TableCell[] => {
    const tag = tagOf('TR', table)
    const heading = cellOf(tag, { scope: 'Row' })
    return [styled(name, { muted: true, width: label, cell: heading }), content(cellOf(tag))]
  }
  const row = (name: string, text: string) =>
    rowOf(name, (cell) => ({ ...styled(text, { width: value, cell }), alignment: 'right' }))
  const link = payUrl === null ? {} : { link: payUrl, color: COLORS.accent }
  return {
    layout: 'noBorders',
    table: {
      widths: [label, value],
      body: [
        ...(issueDate === null ? [] : [row('Issued', issueDate)]),
        row('Due', dueDate),
        row('Period', period.replace(' – ', ' –\n')),
        rowOf('Amount due', (cell) => ({
          ...number(amountDue, value, { bold: true, cell }),
          ...link,
        })),
      ],
    },
  }
}

function note(title: string, text: string, look: Look): Content {
  return {
    margin: TOP,
    stack: [
      styled(title, { small: true, muted: true, bold: true, role: 'H2' }),
      styled(text, look),
    ],
  }
}
