import { formatPrice } from '../../../ui/values/money.ts'

/** Returns a button label with the typed amount, such as "Refund $49.00". */
export function actionOf(verb: string, typed: string, currency: string): string {
  const text = typed.trim()
  return /^\d{1,15}(\.\d{1,15})?$/.test(text) ? `${verb} ${formatPrice(text, currency)}` : verb
}
