import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TopUp } from '../../../api/api-types.ts'
import { createTopUp } from '../../../api/credit.ts'
import { organizationQuery } from '../../../api/organization.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { FieldGrid } from '../../../ui/forms/field-grid.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { CopyText } from '../../../ui/values/copy-text.tsx'
import { formatAmount } from '../../../ui/values/money.ts'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { useCustomer } from '../use-customer.ts'

const WIDTH = 560

type Method = 'checkout' | 'saved'

const ABOUT = {
  checkout: 'You get a link to the payment page, which you send to the customer.',
  saved: 'Charges the saved card at once. Only with the consent of the customer.',
} as const satisfies Record<Method, string>

/** Starts a top-up of the customer, and shows what came of it. */
export default function TopUpDialog({ onClose }: { onClose: () => void }) {
  const { name } = useCustomer()
  const [topUp, setTopUp] = useState<TopUp>()
  return (
    <Dialog title={`Top up credit of ${name}`} isOpen onClose={onClose} size={WIDTH}>
      {topUp === undefined ? (
        <NewTopUp onStarted={setTopUp} />
      ) : (
        <Stack gap="md" role="status">
          <Outcome topUp={topUp} />
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  )
}

function NewTopUp({ onStarted }: { onStarted: (topUp: TopUp) => void }) {
  const { slug } = useOrganization()
  const { id } = useCustomer()
  const queryClient = useQueryClient()
  const { data: organization } = useQuery(organizationQuery(slug))
  const currency = organization?.currency ?? 'USD'
  const [method, setMethod] = useState<Method>('checkout')
  const state = useApiForm({
    initial: { amount: '', currency: '', method: 'checkout' as Method },
    check: ({ amount }) => (amount.trim() === '' ? { amount: 'Enter an amount' } : {}),
    send: (values, key) => {
      const code = values.currency.trim().toUpperCase() || currency
      // Kept as text, because parsing could round it.
      const body = { amount: values.amount.trim(), currency: code, method: values.method }
      return createTopUp(slug, id, body, key)
    },
    onDone: async (started) => {
      await queryClient.invalidateQueries({ queryKey: [slug] })
      onStarted(started)
    },
  })
  const { form } = state
  const choose = (chosen: string) => {
    const next = chosen === 'saved' ? 'saved' : 'checkout'
    setMethod(next)
    form.setFieldValue('method', next)
  }
  return (
    <ApiForm state={state} action={method === 'saved' ? 'Charge card' : 'Create link'}>
      <FieldGrid>
        <TextField
          form={form}
          name="amount"
          label="Amount"
          inputMode="decimal"
          placeholder="100.00"
          data-autofocus
        />
        <TextField
          form={form}
          name="currency"
          label="Currency"
          placeholder={currency}
          maxLength={3}
        />
      </FieldGrid>
      <Stack gap={4}>
        <Text size="sm" fw={500} id="top-up-method">
          Payment
        </Text>
        <SegmentedControl
          aria-labelledby="top-up-method"
          value={method}
          data={[
            { value: 'checkout', label: 'Send a link' },
            { value: 'saved', label: 'Charge the saved card' },
          ]}
          onChange={choose}
        />
        <Text size="xs" c="dimmed">
          {ABOUT[method]}
        </Text>
      </Stack>
      <Text size="sm" c="dimmed">
        It is an invoice without tax, due within 24 hours. The credit is there once it is paid.
      </Text>
    </ApiForm>
  )
}

/** What came of the request: a link, or the answer of the bank. */
function Outcome({ topUp }: { topUp: TopUp }) {
  const { status, amount, currency, payUrl, payableUntil, failureReason } = topUp
  const money = formatAmount(amount, currency)
  switch (status) {
    case 'paid':
      return <Text>{money} is paid, and the credit is available.</Text>
    case 'pending':
      return <Text>{money} is being charged. The credit is available once the bank confirms.</Text>
    case 'failed':
      return (
        <Alert role="alert" title="The card was declined">
          {failureReason ?? 'Nothing was charged.'} No invoice is left open.
        </Alert>
      )
    case 'refunded':
      return <Text>{money} is refunded.</Text>
    case 'open':
      return (
        <>
          {payUrl !== null && <CopyText text={payUrl} label="Copy link" isBlock />}
          <Text size="sm">
            The customer pays {money} on this page until <Timestamp at={payableUntil} />; then the
            link ends and nothing is due.
          </Text>
        </>
      )
  }
}
