import { useDebouncedValue } from '@mantine/hooks'
import type { SpotlightActionData } from '@mantine/spotlight'
import {
  IconActivity,
  IconAddressBook,
  IconDiscount,
  IconRepeat,
  IconTags,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  type Choice,
  type Choices,
  CUSTOMERS,
  choicesQuery,
  couponChoices,
  PLANS,
  SUBSCRIPTIONS,
} from '../../../api/choices.ts'
import { offInWords } from '../../../ui/billing/discount-in-words.ts'
import { uuid } from '../../../ui/url/search-readers.ts'
import { useOrganization } from '../../session/use-organization.ts'

const PAUSE_MS = 200
const LETTERS_MIN = 2
const SHOWN = 5
const COUPONS = couponChoices(offInWords)

/** Finds records by the search of the lists; a typed id finds an event. */
export function useFound(typed: string): SpotlightActionData[] {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const [text] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const customers = useChoices(CUSTOMERS, text)
  const subscriptions = useChoices(SUBSCRIPTIONS, text)
  const plans = useChoices(PLANS, text)
  const coupons = useChoices(COUPONS, text)
  const event = uuid(text)
  // The server searched more than the name, so all its results are kept.
  const of = ({ id, name, about }: Choice, what: string) => ({
    id,
    label: name,
    description: about === null ? what : `${what} ${about}`,
    keywords: [typed],
  })
  return [
    ...customers.map((one) => ({
      ...of(one, 'Customer'),
      leftSection: <IconAddressBook size={16} aria-hidden />,
      onClick: () =>
        void navigate({
          to: '/o/$slug/customers/$customerId',
          params: { slug, customerId: one.id },
        }),
    })),
    ...subscriptions.map((one) => ({
      ...of(one, 'Subscription of'),
      leftSection: <IconRepeat size={16} aria-hidden />,
      onClick: () =>
        void navigate({
          to: '/o/$slug/subscriptions/$subscriptionId',
          params: { slug, subscriptionId: one.id },
        }),
    })),
    ...plans.map((one) => ({
      ...of({ ...one, about: null }, 'Plan'),
      leftSection: <IconTags size={16} aria-hidden />,
      onClick: () =>
        void navigate({ to: '/o/$slug/plans/$planId', params: { slug, planId: one.id } }),
    })),
    ...coupons.map((one) => ({
      ...of(one, 'Coupon,'),
      leftSection: <IconDiscount size={16} aria-hidden />,
      onClick: () =>
        void navigate({ to: '/o/$slug/coupons', params: { slug }, search: { coupon: one.id } }),
    })),
    ...(event === undefined
      ? []
      : [
          {
            ...of({ id: event, name: 'Open the event with this id', about: event }, 'Event'),
            leftSection: <IconActivity size={16} aria-hidden />,
            onClick: () =>
              void navigate({ to: '/o/$slug/events', params: { slug }, search: { event } }),
          },
        ]),
  ]
}

function useChoices(choices: Choices, text: string): Choice[] {
  const { slug } = useOrganization()
  const enabled = text.length >= LETTERS_MIN && uuid(text) === undefined
  const { data } = useQuery({ ...choicesQuery(slug, choices, text), enabled })
  return enabled ? (data ?? []).slice(0, SHOWN) : []
}
