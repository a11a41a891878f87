import { Button } from '@mantine/core'
import type { Customer, OutcomeComparison } from '../../../api/api-types.ts'
import { compareOutcomes } from '../../../api/customers.ts'
import { CompareForm } from '../../../ui/comparison/compare-form.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { saveFile } from '../../../ui/files/save-file.ts'
import { SmallTable } from '../../../ui/table/small-table.tsx'
import { formatAmount, formatCount } from '../../../ui/values/money.ts'
import { InvoiceLink } from '../../links/invoice-link.tsx'
import { SignalPicker } from '../../pickers/pickers.tsx'
import { useOrganization } from '../../session/use-organization.ts'

const WIDTH = 720

type Props = { customer: Customer; onClose: () => void }

/** Compares what a customer counts with what is billed, such as before outcomes are corrected. */
export default function CompareDialog({ customer, onClose }: Props) {
  const { slug } = useOrganization()
  return (
    <Dialog title="Compare with the customer's count" isOpen onClose={onClose} size={WIDTH}>
      <CompareForm
        initial={{ signalId: '', startDate: '', endDate: '' }}
        signalField={({ value, onChange, error }) => (
          <SignalPicker
            value={value === '' ? undefined : value}
            onChange={(signalId = '') => onChange(signalId)}
            any="Choose a signal"
            error={error}
          />
        )}
        send={(count) => compareOutcomes(slug, customer.id, count)}
        more={(comparison) => <Invoices comparison={comparison} />}
      />
    </Dialog>
  )
}

function Invoices({ comparison }: { comparison: OutcomeComparison }) {
  const { invoices, correctionsCsv } = comparison
  return (
    <>
      {invoices.length > 0 && (
        <SmallTable
          name="Invoices of the difference"
          columns={[
            {
              header: 'Invoice',
              cell: ({ invoiceId: id, invoiceNumber }) => (
                <InvoiceLink invoice={{ id, invoiceNumber }} />
              ),
            },
            {
              header: 'Units',
              isFigure: true,
              cell: ({ quantityChange }) => formatCount(quantityChange),
            },
            {
              header: 'Amount',
              isFigure: true,
              cell: ({ amountChange, currency }) => formatAmount(amountChange, currency),
            },
          ]}
          rows={invoices}
          rowKey={({ invoiceId }) => invoiceId}
          isLow
        />
      )}
      {correctionsCsv !== null && (
        <Button
          variant="default"
          onClick={() => saveFile(new File([correctionsCsv], 'corrections.csv'))}
        >
          Save a file that corrects them
        </Button>
      )}
    </>
  )
}
