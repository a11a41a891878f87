import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCreditCard } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { PortalPaymentMethod } from '../../api/api-types.ts'
import { portalPaymentMethodsQuery, setUpPaymentMethod } from '../../api/portal.ts'
import { Section } from '../../ui/layout/section.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { cardInWords } from '../paying/card-words.ts'
import { usePortalSession } from '../session/portal-session.ts'

const RemoveCard = lazy(() => import('./remove-card.tsx'))

const HEIGHT = 84

/** The saved card for automatic payments: one or none. */
export function PaymentMethod({ isBack }: { isBack: boolean }) {
  const { paymentsAvailable } = usePortalSession()
  const query = useQuery({
    ...portalPaymentMethodsQuery,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      isBack && data?.length === 0 && dataUpdateCount < ASKED_MAX && ASK_EVERY_MS,
  })
  const setUp = useSetUp()
  if (!paymentsAvailable) return null
  return (
    <Section title="Payment method">
      <Paper withBorder p="md">
        <Loaded query={query} height={HEIGHT}>
          {([method]) => (
            <Stack gap="sm">
              {method === undefined ? <NoCard isBack={isBack} /> : <Card method={method} />}
              <Group gap="sm">
                <Button
                  variant={method === undefined ? 'filled' : 'default'}
                  loading={setUp.isBusy}
                  onClick={setUp.start}
                >
                  {method === undefined ? 'Add a card' : 'Replace'}
                </Button>
                {method !== undefined && <Remove method={method} />}
              </Group>
              {setUp.error && <Problem error={setUp.error} />}
            </Stack>
          )}
        </Loaded>
      </Paper>
    </Section>
  )
}

/**
 * The notification of a saved card may arrive after the customer returns; polling stops after a
 * limit.
 */
const ASK_EVERY_MS = 3_000
const ASKED_MAX = 20

function NoCard({ isBack }: { isBack: boolean }) {
  return (
    <Text c="dimmed" role="status">
      {isBack
        ? 'No card is saved yet. If you have just added one, it appears here in a moment.'
        : 'No card is saved. With a saved card, you can pay an invoice with one click.'}
    </Text>
  )
}

function Card({ method }: { method: PortalPaymentMethod }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <IconCreditCard size={24} stroke={1.5} aria-hidden />
      <Text fw={500}>{cardInWords(method)}</Text>
    </Group>
  )
}

function Remove({ method }: { method: PortalPaymentMethod }) {
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button variant="subtle" color="gray" onClick={dialog.open}>
        Remove
      </Button>
      <Suspense>{isOpen && <RemoveCard method={method} onClose={dialog.close} />}</Suspense>
    </>
  )
}

/** Opens the page where a card is entered. */
function useSetUp() {
  const mutation = useMutation({
    mutationFn: setUpPaymentMethod,
    onSuccess: ({ url }) => location.assign(url),
  })
  const isBusy = mutation.isPending || mutation.isSuccess
  return {
    isBusy,
    error: mutation.error,
    start: () => {
      if (!isBusy) mutation.mutate()
    },
  }
}
