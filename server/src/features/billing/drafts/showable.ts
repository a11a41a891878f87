import { AMOUNT_MAX, isExactAsJson, isShowable } from '../../../domain/json-amount.ts'
import type { Decimal } from '../../../domain/money.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ComputedInvoice, DraftLine } from '../../invoices/drafts/computed-invoice.ts'

/**
 * Throws `inconsistent` for an invoice that JSON numbers cannot show exactly, to the cent. The
 * usage itself stays recorded: ingested work is never rejected.
 */
export function refuseUnshowable(computed: ComputedInvoice): void {
  const { lines, discounts, promotions, taxes, currency } = computed
  const amounts: Named[] = [
    ...lines.flatMap(lineAmounts),
    ...discounts.map(({ name, amount }): Named => [`The discount "${name}"`, amount]),
    ...promotions.map(({ name, amount }): Named => [`The promotion "${name}"`, amount]),
    ...taxes.flatMap(({ name, taxableAmount, amount }): Named[] => [
      [`The taxable amount of "${name}"`, taxableAmount],
      [`The tax "${name}"`, amount],
    ]),
    ['The subtotal', computed.subtotal],
    ['The discount', computed.discountTotal],
    ['The promotional credit', computed.promotionTotal],
    ['The tax', computed.taxTotal],
    ['The credit', computed.creditTotal],
    ['The total', computed.total],
  ]
  const quantities = lines.flatMap(lineQuantities)
  const isLate = lines.some(({ type }) => type === 'late_usage')
  // Quantities first, because amounts follow from them.
  const tooMany = quantities.find(([, quantity]) => !isExactAsJson(quantity))
  if (tooMany) {
    const [what, quantity] = tooMany
    throw new AppError(
      'inconsistent',
      `${what} is ${quantity.toFixed()}, which a JSON number cannot show exactly: every whole ` +
        `number up to ${Number.MAX_SAFE_INTEGER} can be shown. ${remedyOf('generate parts of', { isLate })}`,
    )
  }
  const tooMuch = amounts.find(([, amount]) => !isShowable(amount))
  if (tooMuch) {
    const [what, amount] = tooMuch
    const remedy = remedyOf('lower the rate, or generate parts of', { isLate })
    throw new AppError(
      'inconsistent',
      `${what} comes to ${amountProblem(amount, currency)}. ${remedy}`,
    )
  }
}

function amountProblem(amount: Decimal, currency: string): string {
  const problem = amount.abs().gt(AMOUNT_MAX)
    ? `more than the ${AMOUNT_MAX.toFixed()} that an invoice can show`
    : 'which a JSON number cannot show exactly'
  return `${amount.toFixed()} ${currency}, ${problem}`
}

/**
 * Suggests a fix. Late usage keeps the rate and period of the corrected invoice until that one is
 * void.
 */
function remedyOf(doThis: string, { isLate }: { isLate: boolean }): string {
  if (isLate) {
    return `If late usage is the cause, void the invoice that it corrects, then ${doThis} its period`
  }
  return `${doThis.charAt(0).toUpperCase()}${doThis.slice(1)} the period`
}

function lineQuantities({ description, quantity, tiers, billed }: DraftLine): Named[] {
  return [
    [`The quantity of "${description}"`, quantity],
    ...tiers.map(({ units }): Named => [`The quantity in a tier of "${description}"`, units]),
    ...(billed ? [[`The billed quantity of "${description}"`, billed.quantity] as const] : []),
  ]
}

/** A number with the description used in the error message. */
type Named = readonly [string, Decimal]

function lineAmounts({ description, amount, billed }: DraftLine): Named[] {
  const own: Named = [`The line "${description}"`, amount]
  return billed ? [own, [`The amount already billed of "${description}"`, billed.amount]] : [own]
}
