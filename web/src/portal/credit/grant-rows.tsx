import { Text } from '@mantine/core'
import type { PortalCredit } from '../../api/api-types.ts'
import { lastDayOf } from '../../ui/billing/credit-words.ts'
import { dayIn, formatDay } from '../../ui/values/dates.ts'
import { formatAmount } from '../../ui/values/money.ts'
import classes from './credit.module.css'

type Grant = PortalCredit['credit'][number]['grants'][number]
type Props = {
  grants: readonly Grant[]
  currency: string
  /** Business time of the figures. */
  asOf: string
}

/** Credit by where it came from: its name, how long it is valid, and what is left of it. */
export function GrantRows({ grants, currency, asOf }: Props) {
  return (
    <ul className={classes.rows} aria-label={`Your credit in ${currency}`}>
      {grants.map((grant, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list has no ids, and is never reordered
        <li key={index}>
          <div className={classes.what}>
            <Text fw={500} component="bdi" display="block">
              {nameOf(grant)}
            </Text>
            <Text size="sm" c="dimmed">
              {validity(grant, asOf)}
            </Text>
          </div>
          <div className={classes.amount}>{formatAmount(grant.left, currency)}</div>
        </li>
      ))}
    </ul>
  )
}

/** Names credit; that of corrections has a name only if it was made as a grant. */
export const nameOf = ({ name, kind }: { name: string | null; kind: string }): string =>
  name || NAMES[kind] || 'Credit'

const NAMES: Readonly<Record<string, string>> = {
  correction: 'Correction of an invoice',
  promotional: 'Promotional credit',
  paid: 'Credit',
}

function validity({ effectiveAt, expiresAt, isValid, kind }: Grant, asOf: string): string {
  const free = kind === 'promotional' ? 'Promotional. ' : ''
  if (!isValid && effectiveAt !== null && Date.parse(effectiveAt) > Date.parse(asOf)) {
    return `${free}Valid from ${formatDay(dayIn(effectiveAt, 'UTC'))}`
  }
  const lastDay = lastDayOf(expiresAt)
  if (lastDay === null) return `${free}Does not expire`
  return isValid
    ? `${free}Valid until ${formatDay(lastDay)}`
    : `${free}Expired ${formatDay(lastDay)}. Only invoices of periods before that use it.`
}
