import { Alert, Button, Group, NativeSelect, Paper, Stack, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PortalPaymentMethod, PortalTopUp, TopUpPayment } from '../../api/api-types.ts'
import { createPortalTopUp, payPortalInvoice } from '../../api/portal.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { formatAmount } from '../../ui/values/money.ts'
import { cardInWords } from '../paying/card-words.ts'

/** Amounts that are offered; any other one can be entered. */
const OFFERED = [25, 50, 100, 250]

type Method = TopUpPayment

type Props = {
  currencies: readonly string[]
  /** The saved method; undefined without one. */
  method: PortalPaymentMethod | undefined
  /** Called once the saved method is charged, or the charge is on its way. */
  onDone: (topUp: PortalTopUp) => void
  onClose: () => void
}

/** Buys credit with the saved method, or on the payment page. */
export default function TopUpForm({ currencies, method: saved, onDone, onClose }: Props) {
  const queryClient = useQueryClient()
  const first = { currency: currencies[0] ?? '', method: (saved ? 'saved' : 'checkout') as Method }
  const [{ currency, method }, setTerms] = useState(first)
  const [declined, setDeclined] = useState<PortalTopUp>()
  const state = useApiForm({
    // The next attempt after a declined one has another key, also for the same amount.
    initial: { amount: '', ...first, attempt: 1 },
    check: ({ amount }) => (amount.trim() === '' ? { amount: 'Enter an amount' } : {}),
    send: ({ attempt: _, amount, ...terms }, key) =>
      createPortalTopUp({ amount: amount.trim(), ...terms }, key),
    onDone: async (topUp, { attempt }) => {
      setDeclined(undefined)
      // A charge that the bank wants confirmed is paid on the page as well.
      if (topUp.status === 'open') return openPaymentPage(topUp)
      await queryClient.invalidateQueries()
      if (topUp.status !== 'failed') return onDone(topUp)
      setDeclined(topUp)
      form.setFieldValue('attempt', attempt + 1)
    },
  })
  const { form } = state
  const choose = (terms: Partial<typeof first>) => {
    setTerms((before) => ({ ...before, ...terms }))
    form.setValues(terms)
  }
  const cancel = (
    <Button variant="default" onClick={onClose}>
      Cancel
    </Button>
  )
  return (
    <Paper withBorder p="md" component="section" aria-label="Top up">
      <Stack gap="md">
        <Title order={3} fz={14}>
          Top up
        </Title>
        <ApiForm
          state={state}
          action={method === 'saved' ? 'Pay now' : 'Continue to payment'}
          cancel={cancel}
        >
          {declined && (
            <Alert role="alert" title="The card was declined">
              {declined.reason ?? 'Nothing was charged.'} You can pay with another card.
            </Alert>
          )}
          {currencies.length > 1 && (
            <NativeSelect
              label="Currency"
              data={[...currencies]}
              value={currency}
              onChange={({ currentTarget }) => choose({ currency: currentTarget.value })}
            />
          )}
          <TextField
            form={form}
            name="amount"
            label={`Amount in ${currency}`}
            inputMode="decimal"
            placeholder="100"
          />
          <Group gap="xs">
            {OFFERED.map((amount) => (
              <Button
                key={amount}
                variant="default"
                onClick={() => form.setFieldValue('amount', String(amount))}
              >
                {formatAmount(amount, currency)}
              </Button>
            ))}
          </Group>
          {saved && (
            <NativeSelect
              label="Payment"
              data={[
                { value: 'saved', label: cardInWords(saved) },
                { value: 'checkout', label: 'Another card' },
              ]}
              value={method}
              onChange={({ currentTarget: { value } }) =>
                choose({ method: value === 'saved' ? 'saved' : 'checkout' })
              }
            />
          )}
        </ApiForm>
      </Stack>
    </Paper>
  )
}

async function openPaymentPage({ id, payUrl }: PortalTopUp) {
  const { url } = await payPortalInvoice(id, { method: 'checkout' })
  const page = url ?? payUrl
  if (page !== null) location.assign(page)
}
