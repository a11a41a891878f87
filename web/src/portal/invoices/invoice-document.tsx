import { Paper, Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { PortalInvoice } from '../../api/api-types.ts'
import { InvoiceLines } from '../../ui/billing/invoice-lines.tsx'
import { InvoiceSums } from '../../ui/billing/invoice-sums.tsx'
import { Parties } from '../../ui/billing/parties.tsx'
import { dayIn, formatDay, formatPeriod } from '../../ui/values/dates.ts'
import classes from './invoices.module.css'

/** Loaded with the first line that is expanded: charts are large. */
const LineDetails = lazy(() => import('./line-details.tsx'))

/** The invoice as printed; each line expands to show how its amount was computed. */
export function InvoiceDocument({ invoice }: { invoice: PortalInvoice }) {
  const { id, seller, buyer, lineItems, currency, memo, timezone } = invoice
  const notes = [buyer.taxExemptionReason, memo, seller.footer].filter((text) => text !== null)
  return (
    <Paper withBorder p={{ base: 'md', xs: 'lg' }} component="section" aria-label="Invoice">
      <Stack gap="lg">
        <Parties seller={seller} buyer={buyer} buyerName={buyer.name} />
        <Dates invoice={invoice} />
        <InvoiceLines
          lines={lineItems}
          currency={currency}
          dates={{ ...invoice, timeZone: timezone }}
          more={(line) => (
            <Suspense>
              <LineDetails invoiceId={id} line={line} />
            </Suspense>
          )}
        />
        <InvoiceSums bill={invoice} timeZone={timezone} />
        {notes.map((text) => (
          <Text key={text} size="sm" c="dimmed" className={classes.note}>
            {text}
          </Text>
        ))}
      </Stack>
    </Paper>
  )
}

function Dates({ invoice }: { invoice: PortalInvoice }) {
  const { issueDate, dueDate, periodStart, periodEnd, timezone } = invoice
  const facts = [
    ['Issued', formatDay(dayIn(issueDate, timezone))],
    ['Due', formatDay(dayIn(dueDate, timezone))],
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
