import { AMOUNT_MAX, isExactAsJson, isShowable } from '../../../domain/json-amount.ts'
import type { Decimal } from '../../../domain/money.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ComputedInvoice, DraftLine } from '../../invoices/drafts/computed-invoice.ts'

/**
 * Refuses an invoice that answers could not show to the cent, because its amounts are JSON numbers.
 * The usage stays recorded: what was done is never refused.
 */
export function refuseUnshowable(computed: ComputedInvoice): void {
  const { lines, discounts, taxes, currency } = computed
  const amounts: Named[] = [
    ...lines.flatMap(lineAmounts),
    ...discounts.map(({ name, amount }): Named => [`The discount "${name}"`, amount]),
    ...taxes.flatMap(({ name, taxableAmount, amount }): Named[] => [
      [`What the tax "${name}" is of`, taxableAmount],
      [`The tax "${name}"`, amount],
    ]),
    ['The subtotal', computed.subtotal],
    ['The discount', computed.discountTotal],
    ['The tax', computed.taxTotal],
    ['The credit', computed.creditTotal],
    ['The total', computed.total],
  ]
  const tooMuch = amounts.find(([, amount]) => !isShowable(amount))
  if (tooMuch) {
    const [what, amount] = tooMuch
    throw unshowable(`${what} comes to ${amount.toFixed()} ${currency}`)
  }
  const tooMany = lines.find(({ quantity }) => !isExactAsJson(quantity))
  if (tooMany) {
    throw unshowable(`The quantity of "${tooMany.description}" is ${tooMany.quantity.toFixed()}`)
  }
}

/** An amount and what it is, for the one who has to do something about it. */
type Named = readonly [string, Decimal]

function lineAmounts({ description, amount, billed }: DraftLine): Named[] {
  const own: Named = [`The line "${description}"`, amount]
  return billed ? [own, [`What was billed of "${description}"`, billed.amount]] : [own]
}

function unshowable(what: string): AppError {
  return new AppError(
    'inconsistent',
    `${what}, which cannot be written exactly: an invoice can show amounts of up to ` +
      `${AMOUNT_MAX.toFixed()} and quantities of 15 digits. Lower the rate, or generate parts of the period`,
  )
}
