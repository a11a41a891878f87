import type { Content, TableCell } from 'pdfmake/interfaces.js'
import type { InvoiceDocument } from './document.ts'
import { COLORS, number, styled } from './pdf-style.ts'
import { totalRows } from './totals.ts'

const LABEL_WIDTH = 170
const AMOUNT_WIDTH = 104

/** The sums, and how to pay what is left. */
export function totalsBlock(document: InvoiceDocument): Content {
  return {
    unbreakable: true,
    margin: [0, 12, 0, 0],
    columns: [
      { width: '*', stack: [payment(document)] },
      {
        width: 290,
        layout: {
          hLineWidth: (position, { table }) => (position === table.body.length - 1 ? 0.6 : 0),
          vLineWidth: () => 0,
          hLineColor: () => COLORS.rule,
          paddingTop: () => 3,
          paddingBottom: () => 3,
        },
        table: { widths: [LABEL_WIDTH, AMOUNT_WIDTH], body: totalRows(document).map(row) },
      },
    ],
  }
}

function row({ label, amount, isStrong }: ReturnType<typeof totalRows>[number]): TableCell[] {
  const look = { bold: isStrong, size: isStrong ? 10 : 9 }
  return [styled(label, { ...look, width: LABEL_WIDTH }), number(amount, AMOUNT_WIDTH, look)]
}

function payment({ payUrl, amountDue }: InvoiceDocument): Content {
  if (payUrl === null) return { text: '' }
  return {
    margin: [0, 2, 16, 0],
    stack: [
      { text: `Pay ${amountDue} online`, bold: true, color: COLORS.accent, link: payUrl },
      { ...styled(payUrl, { small: true, muted: true }), link: payUrl, margin: [0, 2, 0, 0] },
    ],
  }
}
