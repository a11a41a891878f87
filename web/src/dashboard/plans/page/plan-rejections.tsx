import { Text } from '@mantine/core'
import type { PricingPlan } from '../../../api/api-types.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { formatCount } from '../../../ui/values/money.ts'

/** Whether customers of the plan can ask to reject outcomes, and who decides. */
export default function PlanRejections({ plan: { rejectionDays, autoAcceptRejections } }: Props) {
  return (
    <Section title="Requests to reject" about="What customers can ask in the portal.">
      <Text>
        {rejectionDays === null
          ? 'Customers cannot ask to reject outcomes. Edit the plan to give them days.'
          : `Customers can ask for ${daysInWords(rejectionDays)} after the usage date. ${
              autoAcceptRejections
                ? 'Requests are accepted automatically.'
                : 'You accept or decline each request.'
            }`}
      </Text>
    </Section>
  )
}

type Props = { plan: PricingPlan }

const daysInWords = (days: number) => (days === 1 ? '1 day' : `${formatCount(days)} days`)
