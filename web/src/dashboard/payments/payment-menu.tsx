import { useDisclosure } from '@mantine/hooks'
import { IconReceiptRefund } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { PaymentWithInvoice } from '../../api/api-types.ts'
import { RowMenu } from '../../ui/layout/row-menu.tsx'
import { AllowedItem } from '../session/allowed-item.tsx'

const RefundDialog = lazy(() => import('../invoices/actions/refund-dialog.tsx'))

/** Actions for a payment that is not fully refunded. */
export function PaymentMenu({ payment }: { payment: PaymentWithInvoice }) {
  const [isOpen, dialog] = useDisclosure()
  const { status, amount, amountRefunded, invoiceNumber } = payment
  if (!isOpen && (status !== 'succeeded' || amountRefunded >= amount)) return null
  return (
    <>
      <RowMenu of={`the payment of ${invoiceNumber}`}>
        <AllowedItem permission="refund" icon={IconReceiptRefund} onClick={dialog.open}>
          Refund
        </AllowedItem>
      </RowMenu>
      <Suspense>
        {isOpen && (
          <RefundDialog payment={payment} invoiceNumber={invoiceNumber} onClose={dialog.close} />
        )}
      </Suspense>
    </>
  )
}
