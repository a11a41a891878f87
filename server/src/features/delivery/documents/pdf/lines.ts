import type { Content, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js'
import type { InvoiceDocument } from '../document.ts'
import type { DocumentLine } from '../lines.ts'
import { COLORS, contentWidth, isJapanese, type Look, number, styled } from './style.ts'
import { cellOf, type Tag, tagOf } from './tags/tag.ts'

type Room = Pick<Look, 'width' | 'isJapanese'> & { table: Tag }

const NUMBER_WIDTHS = { quantity: 64, price: 84, amount: 92 }
const PADDING = 6
/** A higher line may continue on the next page. */
const PARTS_ON_ONE_PAGE = 20
const NAME_ON_ONE_PAGE = 600

/** Renders all lines below a header that each page repeats. */
export function lineTable({ lines, seller }: InvoiceDocument): Content {
  const numberWidths = Object.values(NUMBER_WIDTHS)
  const columns = numberWidths.length + 1
  const numbers = numberWidths.reduce((total, width) => total + width, 0)
  const width = contentWidth(seller) - numbers - columns * PADDING * 2
  const table = tagOf('Table')
  const heading = tagOf('TR', table)
  return {
    layout: LAYOUT,
    table: {
      headerRows: 1,
      dontBreakRows: lines.every(fitsOnOnePage),
      keepWithHeaderRows: 1,
      widths: [width, ...numberWidths],
      body: [
        [
          head(heading, 'Description'),
          head(heading, 'Quantity', true),
          head(heading, 'Unit price', true),
          head(heading, 'Amount', true),
        ],
        ...(lines.length === 0 ? [noLines(table, columns)] : []),
        ...lines.map((line) => row(line, { width, isJapanese: isJapanese(seller), table })),
      ],
    },
  }
}

const LAYOUT: CustomTableLayout = {
  hLineWidth: (position) => (position === 0 ? 0 : 0.6),
  vLineWidth: () => 0,
  hLineColor: () => COLORS.rule,
  fillColor: (position) => (position === 0 ? COLORS.shade : null),
  paddingLeft: () => PADDING,
  paddingRight: () => PADDING,
  paddingTop: () => 5,
  paddingBottom: () => 5,
}

function fitsOnOnePage({ description, notes }: DocumentLine): boolean {
  return notes.length <= PARTS_ON_ONE_PAGE && description.length <= NAME_ON_ONE_PAGE
}

function noLines(table: Tag, colSpan: number): TableCell[] {
  const cell = cellOf(tagOf('TR', table), { colSpan })
  return [{ ...styled('No usage', { cell }), colSpan }, '', '', '']
}

function head(row: Tag, label: string, isNumber = false): TableCell {
  const cell = cellOf(row, { scope: 'Column' })
  const look = styled(label, { small: true, muted: true, bold: true, cell })
  return isNumber ? { ...look, alignment: 'right' } : look
}

function row(line: DocumentLine, { width, isJapanese, table }: Required<Room>): TableCell[] {
  const { description, notes, quantity, unitPrice, amount } = line
  const tag = tagOf('TR', table)
  const cell = cellOf(tag)
  const look = { width, isJapanese, cell }
  return [
    {
      stack: [
        styled(description, look),
        ...notes.map((text) => styled(text, { small: true, muted: true, ...look })),
      ],
    },
    number(quantity, NUMBER_WIDTHS.quantity, { cell: cellOf(tag) }),
    number(unitPrice ?? '', NUMBER_WIDTHS.price, { cell: cellOf(tag) }),
    number(amount, NUMBER_WIDTHS.amount, { cell: cellOf(tag) }),
  ]
}
