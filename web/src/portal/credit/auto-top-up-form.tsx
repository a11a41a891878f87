import { Button, Checkbox, NativeSelect, Paper, Stack, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PortalAutoTopUp, PortalPaymentMethod } from '../../api/api-types.ts'
import { setPortalAutoTopUp } from '../../api/portal.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { cardInWords } from '../paying/card-words.ts'
import { usePortalSession } from '../session/portal-session.ts'

const OFTEN = [1, 2, 3, 4, 5, 10, 20]
const OFTEN_AT_FIRST = 4

type Props = {
  currencies: readonly string[]
  /** The terms that are changed; undefined for new ones. */
  before: PortalAutoTopUp | undefined
  method: PortalPaymentMethod
  onClose: () => void
}

type Terms = { currency: string; threshold: string; amount: string; maxPerMonth: number }

/** Sets terms, with the consent to exactly the text that is shown. */
export default function AutoTopUpForm({ currencies, before, method, onClose }: Props) {
  const { organizationName } = usePortalSession()
  const queryClient = useQueryClient()
  const initial = {
    currency: currencies[0] ?? '',
    threshold: before ? String(before.threshold) : '',
    amount: before ? String(before.amount) : '',
    maxPerMonth: before?.maxPerMonth ?? OFTEN_AT_FIRST,
  }
  const [terms, setTerms] = useState<Terms>(initial)
  const [hasAgreed, setAgreed] = useState(false)
  const text = consentText(terms, organizationName, cardInWords(method))
  const state = useApiForm({
    initial,
    check: ({ threshold, amount }) => ({
      threshold: threshold.trim() === '' ? 'Enter an amount, such as 20' : undefined,
      amount: amount.trim() === '' ? 'Enter an amount, such as 100' : undefined,
    }),
    send: ({ threshold, amount, ...sent }) =>
      setPortalAutoTopUp({
        ...sent,
        threshold: threshold.trim(),
        amount: amount.trim(),
        consentText: text,
      }),
    onDone: async () => {
      await queryClient.invalidateQueries()
      onClose()
    },
    // Consent is to one text: other terms need another one.
    onChange: ({ currency, threshold, amount, maxPerMonth }) => {
      setTerms({ currency, threshold, amount, maxPerMonth })
      setAgreed(false)
    },
  })
  const { form } = state
  return (
    <Paper withBorder p="md" component="section" aria-label="Terms of the automatic top-up">
      <Stack gap="md">
        <Title order={3} fz={14}>
          When and how much
        </Title>
        <ApiForm
          state={state}
          action="Turn on"
          isReady={hasAgreed}
          cancel={
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          }
        >
          {currencies.length > 1 && (
            <NativeSelect
              label="Currency"
              data={[...currencies]}
              value={terms.currency}
              onChange={({ currentTarget }) => form.setFieldValue('currency', currentTarget.value)}
            />
          )}
          <TextField
            form={form}
            name="threshold"
            label={`When less than this is available, in ${terms.currency}`}
            inputMode="decimal"
            placeholder="20"
          />
          <TextField
            form={form}
            name="amount"
            label={`Charge this amount, in ${terms.currency}`}
            inputMode="decimal"
            placeholder="100"
          />
          <NativeSelect
            label="At most, in a month"
            data={often(initial.maxPerMonth).map((count) => ({
              value: String(count),
              label: count === 1 ? 'Once' : `${count} times`,
            }))}
            value={String(terms.maxPerMonth)}
            onChange={({ currentTarget }) =>
              form.setFieldValue('maxPerMonth', Number(currentTarget.value))
            }
          />
          <Checkbox
            checked={hasAgreed}
            onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
            label={text}
          />
        </ApiForm>
      </Stack>
    </Paper>
  )
}

/** The offered numbers, with the one in force. */
const often = (current: number) => [...new Set([...OFTEN, current])].toSorted((a, b) => a - b)

function consentText(
  { threshold, amount, currency, maxPerMonth }: Terms,
  company: string,
  card: string,
): string {
  const money = (entered: string) => `${entered.trim() || '…'} ${currency}`
  const most = maxPerMonth === 1 ? 'once' : `${maxPerMonth} times`
  return `I agree that ${company} charges ${money(amount)} to my saved card (now ${card}), without asking each time, whenever less than ${money(threshold)} of my credit is available, at most ${most} in a calendar month. I can switch this off at any time.`
}
