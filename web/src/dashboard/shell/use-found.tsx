import { useDebouncedValue } from '@mantine/hooks'
import type { SpotlightActionData } from '@mantine/spotlight'
import { IconAddressBook, IconTags } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Choice, CUSTOMERS, choicesQuery, PLANS } from '../../api/choices.ts'
import { useOrganization } from '../session/use-organization.ts'

const PAUSE_MS = 200
const LETTERS_MIN = 2
const SHOWN = 5

/** The customers and plans that what is typed may mean, by the search of their lists. */
export function useFound(typed: string): SpotlightActionData[] {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const [text] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const enabled = text.length >= LETTERS_MIN
  const customers = useQuery({ ...choicesQuery(slug, CUSTOMERS, text), enabled })
  const plans = useQuery({ ...choicesQuery(slug, PLANS, text), enabled })
  if (!enabled) return []
  // The server has looked in more than the name; what it found counts as found.
  const of = (choice: Choice) => ({ id: choice.id, label: choice.name, keywords: [typed] })
  return [
    ...(customers.data ?? []).slice(0, SHOWN).map((choice) => ({
      ...of(choice),
      description: choice.about === null ? 'Customer' : `Customer ${choice.about}`,
      leftSection: <IconAddressBook size={16} aria-hidden />,
      onClick: () =>
        void navigate({
          to: '/o/$slug/customers/$customerId',
          params: { slug, customerId: choice.id },
        }),
    })),
    ...(plans.data ?? []).slice(0, SHOWN).map((choice) => ({
      ...of(choice),
      description: 'Plan',
      leftSection: <IconTags size={16} aria-hidden />,
      onClick: () =>
        void navigate({ to: '/o/$slug/plans/$planId', params: { slug, planId: choice.id } }),
    })),
  ]
}
