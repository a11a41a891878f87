import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PAYABLE_INVOICES } from '../../api/choices.ts'
import { invoiceQuery } from '../../api/invoices.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import RecordPaymentDialog from '../invoices/actions/record-payment-dialog.tsx'
import { Picker } from '../pickers/picker.tsx'
import { useOrganization } from '../session/use-organization.ts'

const HEIGHT = 40

/** Selects the paid invoice, then records the payment. */
export default function RecordPaymentStart({ onClose }: { onClose: () => void }) {
  const { slug } = useOrganization()
  const [invoiceId, setInvoiceId] = useState<string>()
  const query = useQuery({
    ...invoiceQuery(slug, invoiceId ?? ''),
    enabled: invoiceId !== undefined,
  })
  if (query.data) return <RecordPaymentDialog invoice={query.data} onClose={onClose} />
  return (
    <Dialog title="Record a payment" isOpen onClose={onClose}>
      <Stack gap="md">
        <Text>For money received outside the online payment page.</Text>
        <Picker
          choices={PAYABLE_INVOICES}
          label="Invoice"
          any="Search by number"
          value={invoiceId}
          onChange={setInvoiceId}
          w={260}
        />
        {invoiceId !== undefined && (
          <Loaded query={query} height={HEIGHT}>
            {() => null}
          </Loaded>
        )}
      </Stack>
    </Dialog>
  )
}
