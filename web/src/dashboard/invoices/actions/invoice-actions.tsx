import { Group, Menu } from '@mantine/core'
import {
  IconBan,
  IconCash,
  IconLink,
  IconReceiptRefund,
  IconRefresh,
  IconSend,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Invoice } from '../../../api/api-types.ts'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { RowMenu } from '../../../ui/layout/row-menu.tsx'
import { AllowedButton } from '../../session/allowed-button.tsx'
import { AllowedItem } from '../../session/allowed-item.tsx'
import { type ActionName, actionsOf } from './actions-of.ts'
import { PdfButton } from './pdf-button.tsx'
import { useRecalculate } from './use-recalculate.ts'

const SendDialog = lazy(() => import('./send-dialog.tsx'))
const RecordPaymentDialog = lazy(() => import('./record-payment-dialog.tsx'))
const VoidDialog = lazy(() => import('./void-dialog.tsx'))
const RefundDialog = lazy(() => import('./refund-dialog.tsx'))

const ACTIONS = {
  send: { label: 'Send', permission: 'bill', icon: IconSend },
  sendAgain: { label: 'Send again', permission: 'bill', icon: IconSend },
  recordPayment: { label: 'Record payment', permission: 'record_payments', icon: IconCash },
  recalculate: { label: 'Recalculate', permission: 'bill', icon: IconRefresh },
  refund: { label: 'Refund', permission: 'refund', icon: IconReceiptRefund },
  void: { label: 'Void', permission: 'void', icon: IconBan },
} as const satisfies Record<ActionName, object>

/** Actions of this invoice; the most likely next one is a filled button. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const [open, setOpen] = useState<ActionName>()
  const recalculate = useRecalculate(invoice)
  const { next, others } = actionsOf(invoice)
  const run = (name: ActionName) => () =>
    name === 'recalculate' ? recalculate.mutate() : setOpen(name)
  const close = () => setOpen(undefined)
  const { payUrl } = invoice
  return (
    <Group gap="sm">
      {next !== undefined && (
        <AllowedButton permission={ACTIONS[next].permission} onClick={run(next)}>
          {ACTIONS[next].label}
        </AllowedButton>
      )}
      <PdfButton invoiceId={invoice.id} />
      {(others.length > 0 || payUrl !== null) && (
        <RowMenu of={invoice.invoiceNumber}>
          {payUrl !== null && (
            <Menu.Item
              leftSection={<IconLink size={16} aria-hidden />}
              onClick={() => void copy(payUrl)}
            >
              Copy payment link
            </Menu.Item>
          )}
          {others.map((name) => (
            <AllowedItem
              key={name}
              permission={ACTIONS[name].permission}
              icon={ACTIONS[name].icon}
              onClick={run(name)}
            >
              {ACTIONS[name].label}
            </AllowedItem>
          ))}
        </RowMenu>
      )}
      <Suspense>
        {(open === 'send' || open === 'sendAgain') && (
          <SendDialog invoice={invoice} onClose={close} />
        )}
        {open === 'recordPayment' && <RecordPaymentDialog invoice={invoice} onClose={close} />}
        {open === 'void' && <VoidDialog invoice={invoice} onClose={close} />}
        {open === 'refund' && <RefundOfInvoice invoice={invoice} onClose={close} />}
      </Suspense>
    </Group>
  )
}

/** Refunds the latest payment; the list of payments offers refunds of others. */
function RefundOfInvoice({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const [payment] = useState(() => invoice.payments.findLast(isRefundable))
  if (payment === undefined) return null
  return (
    <RefundDialog
      payment={{ ...payment, invoiceId: invoice.id, currency: invoice.currency }}
      invoiceNumber={invoice.invoiceNumber}
      onClose={onClose}
    />
  )
}

const isRefundable = ({ status, amount, amountRefunded }: Invoice['payments'][number]) =>
  status === 'succeeded' && amountRefunded < amount

async function copy(link: string): Promise<void> {
  await navigator.clipboard.writeText(link)
  toast('The payment link has been copied')
}
