import { Paper, Stack, Text } from '@mantine/core'
import type { Invoice } from '../../../api/api-types.ts'
import { InvoiceLines } from '../../../ui/billing/invoice-lines.tsx'
import { InvoiceSums } from '../../../ui/billing/invoice-sums.tsx'
import { Parties } from '../../../ui/billing/parties.tsx'
import { dayIn, formatDay, formatPeriod } from '../../../ui/values/dates.ts'
import { formatCount } from '../../../ui/values/money.ts'
import { CustomerLink } from '../../links/customer-link.tsx'
import classes from './invoice-page.module.css'
import { LineDetails } from './line-details.tsx'

type Props = {
  invoice: Invoice
  /** Id of the line that is open first. */
  openLine: string | undefined
}

/** The invoice as its customer sees it; each line expands to its explanation and its events. */
export function InvoiceDocument({ invoice, openLine }: Props) {
  const { seller, buyer, customerId, lineItems, currency, memo, timezone } = invoice
  const dates = { ...invoice, timeZone: timezone }
  return (
    <Paper withBorder p="lg" component="section" aria-label="Invoice as the customer sees it">
      <Stack gap="lg">
        <Parties
          seller={seller}
          buyer={buyer}
          buyerName={<CustomerLink customerId={customerId} name={buyer.name} />}
        />
        <Dates invoice={invoice} />
        <InvoiceLines
          lines={lineItems}
          currency={currency}
          dates={dates}
          more={(line) => <LineDetails invoice={invoice} line={line} />}
          openLine={openLine}
        />
        <InvoiceSums bill={invoice} timeZone={timezone} />
        {buyer.taxExemptionReason !== null && <Note text={buyer.taxExemptionReason} />}
        {memo !== null && <Note text={memo} />}
        {seller.footer !== null && <Note text={seller.footer} />}
      </Stack>
    </Paper>
  )
}

function Dates({ invoice }: { invoice: Invoice }) {
  const { status, issueDate, dueDate, periodStart, periodEnd, timezone, netTerms } = invoice
  const isIssued = status !== 'draft' && status !== 'pending'
  const terms = `${formatCount(netTerms)} ${netTerms === 1 ? 'day' : 'days'} after it is sent`
  const facts = [
    ['Issued', isIssued ? formatDay(dayIn(issueDate, timezone)) : 'When it is sent'],
    ['Due', isIssued ? formatDay(dayIn(dueDate, timezone)) : terms],
    ['Period', formatPeriod({ start: periodStart, end: periodEnd }, timezone)],
  ] as const
  return (
    <dl className={classes.dates}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Note({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed" className={classes.note}>
      {text}
    </Text>
  )
}
