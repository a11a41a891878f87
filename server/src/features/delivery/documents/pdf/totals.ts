import type { Content, TableCell } from 'pdfmake/interfaces.js'
import type { InvoiceDocument } from '../document.ts'
import { totalRows } from '../totals.ts'
import { COLORS, contentWidth, number, styled } from './style.ts'
import { cellOf, type Tag, tagOf } from './tags/tag.ts'

const LABEL_WIDTH = 170
const AMOUNT_WIDTH = 104
const SUMS_WIDTH = 290
const GAP = 16

/** Renders the totals and how to pay the amount due. */
export function totalsBlock(document: InvoiceDocument): Content {
  // A fixed width, because a long word would otherwise push the totals off the page.
  const rest = contentWidth(document.seller) - SUMS_WIDTH - GAP
  const table = tagOf('Table')
  return {
    unbreakable: true,
    margin: [0, 12, 0, 0],
    columnGap: GAP,
    columns: [
      { width: rest, stack: [payment(document, rest)] },
      {
        width: SUMS_WIDTH,
        layout: {
          hLineWidth: (position, { table }) =>
            position > 0 && position === table.body.length - 1 ? 0.6 : 0,
          vLineWidth: () => 0,
          hLineColor: () => COLORS.rule,
          paddingTop: () => 3,
          paddingBottom: () => 3,
        },
        table: {
          widths: [LABEL_WIDTH, AMOUNT_WIDTH],
          body: totalRows(document).map((sums) => row(table, sums)),
        },
      },
    ],
  }
}

function row(
  table: Tag,
  { label, amount, isStrong }: ReturnType<typeof totalRows>[number],
): TableCell[] {
  const look = { bold: isStrong, size: isStrong ? 10 : 9 }
  const tag = tagOf('TR', table)
  return [
    styled(label, { ...look, width: LABEL_WIDTH, cell: cellOf(tag, { scope: 'Row' }) }),
    number(amount, AMOUNT_WIDTH, { ...look, cell: cellOf(tag) }),
  ]
}

function payment({ payUrl, amountDue }: InvoiceDocument, width: number): Content {
  if (payUrl === null) return { text: '' }
  return {
    margin: [0, 2, 0, 0],
    stack: [
      {
        ...styled(`Pay ${amountDue} online`, { bold: true, width }),
        color: COLORS.accent,
        link: payUrl,
      },
      {
        ...styled(payUrl, { small: true, muted: true, width }),
        link: payUrl,
        margin: [0, 2, 0, 0],
      },
    ],
  }
}
