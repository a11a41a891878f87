import { Text } from '@mantine/core'
import { AGENTS, CUSTOMERS, signalsOf } from '../../api/choices.ts'
import { CustomerLink } from '../links/customer-link.tsx'
import { useChoice } from '../pickers/use-choice.ts'

/** A customer by its name, as a link. */
export function CustomerName({ customerId }: { customerId: string }) {
  const customer = useChoice(CUSTOMERS, customerId)
  // Until the name is loaded, the choice has the id as its name.
  if (customer === undefined || customer.name === customerId) return null
  return (
    <CustomerLink customerId={customerId} name={customer.name} size="sm" display="block" truncate />
  )
}

type Work = { agentId: string | null; signalId: string | null }

/** An agent and its signal by name; undefined is returned for what is not limited. */
export function useWorkNames({ agentId, signalId }: Work) {
  const agent = useChoice(AGENTS, agentId ?? undefined)
  const signal = useChoice(signalsOf(agentId ?? undefined), signalId ?? undefined)
  return { agent: loadedName(agent), signal: loadedName(signal) }
}

/** Until the name is loaded, the choice has the id as its name. */
const loadedName = (choice: { id: string; name: string } | undefined): string | undefined =>
  choice === undefined || choice.name === choice.id ? undefined : choice.name

/** The agent of a run, and the signal below it. */
export function WorkName(work: Work) {
  const { agent, signal } = useWorkNames(work)
  return (
    <>
      <Text size="sm" truncate title={agent}>
        {agent}
      </Text>
      <Text size="xs" c="dimmed" truncate title={signal}>
        {work.signalId === null ? 'Any signal' : signal}
      </Text>
    </>
  )
}
