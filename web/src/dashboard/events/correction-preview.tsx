import { Stack, Text } from '@mantine/core'
import type { BulkCorrectionPreview } from '../../api/api-types.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import { type SmallColumn, SmallTable } from '../../ui/table/small-table.tsx'
import { formatAmount, formatCost, formatCount } from '../../ui/values/money.ts'
import { InvoiceLink } from '../links/invoice-link.tsx'

type Corrected = BulkCorrectionPreview['invoices'][number]
type Problem = BulkCorrectionPreview['problems'][number]

const INVOICES: readonly SmallColumn<Corrected>[] = [
  {
    header: 'Invoice',
    cell: ({ invoiceId: id, invoiceNumber }) => <InvoiceLink invoice={{ id, invoiceNumber }} />,
  },
  { header: 'Customer', isName: true, cell: ({ customerExternalId }) => customerExternalId ?? '–' },
  { header: 'Units', isFigure: true, cell: ({ quantityChange }) => formatCount(quantityChange) },
  {
    header: 'Amount',
    isFigure: true,
    cell: ({ amountChange, currency }) => formatAmount(amountChange, currency),
  },
  {
    header: 'Effect',
    cell: ({ effect }) =>
      effect === 'recomputed' ? 'Draft is recalculated' : 'On the next invoice',
  },
]

const PROBLEMS: readonly SmallColumn<Problem>[] = [
  { header: 'Row', isFigure: true, cell: ({ row }) => formatCount(row) },
  { header: 'Key', isName: true, cell: ({ idempotencyKey }) => idempotencyKey },
  { header: 'Problem', cell: ({ message }) => message },
]

/** What a file of corrections would change, and which rows change nothing. */
export function CorrectionPreview({ preview }: { preview: BulkCorrectionPreview }) {
  const { invoices, problems, problemCount, isComplete, costChange } = preview
  return (
    <Stack gap="md">
      <Facts
        facts={[
          ['Events to correct', formatCount(preview.correctedCount)],
          ['Unchanged', formatCount(preview.unchangedCount)],
          ['Change in units', formatCount(preview.quantityChange)],
          ['Change in cost', costChange === null ? 'Unknown' : formatCost(costChange)],
          ['Not invoiced yet', formatCount(preview.uninvoicedCount)],
        ]}
      />
      {invoices.length > 0 && (
        <SmallTable
          name="Invoices that change"
          columns={INVOICES}
          rows={invoices}
          rowKey={({ invoiceId }) => invoiceId}
          isLow
        />
      )}
      {!isComplete && <Text size="sm">More invoices change than are listed.</Text>}
      {problems.length > 0 && (
        <>
          <Text size="sm">
            {problemCount === 1
              ? '1 row has a problem and changes nothing.'
              : `${formatCount(problemCount)} rows have a problem and change nothing.`}
          </Text>
          <SmallTable
            name="Rows with problems"
            columns={PROBLEMS}
            rows={problems}
            rowKey={({ row }) => String(row)}
            isLow
          />
        </>
      )}
    </Stack>
  )
}
