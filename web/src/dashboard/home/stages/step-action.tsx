import { Button } from '@mantine/core'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { given } from '../../../ui/url/search-readers.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { GenerateAction } from './generate-action.tsx'
import { PayAction } from './pay-action.tsx'
import { customerToBill, type Known, outcomeOf, type StepName } from './stages.ts'

type Props = {
  step: StepName
  known: Known
  isNext: boolean
  /** Label of the link to the price editor. */
  priceLabel?: string
}

/** The button that leads to where a step is done, if the user may do it. */
export function StepAction({ step, known, isNext, priceLabel = 'Set a price' }: Props) {
  const { slug, may } = useOrganization()
  const look = { variant: isNext ? 'filled' : 'default' } as const
  switch (step) {
    case 'record':
      return null
    case 'cost':
      return (
        <ButtonLink {...look} to="/o/$slug/unknown-costs" params={{ slug }}>
          Map the model
        </ButtonLink>
      )
    case 'price':
      return may('write') ? <PriceAction known={known} look={look} label={priceLabel} /> : null
    case 'subscribe':
      return may('write') ? (
        <ButtonLink
          {...look}
          to="/o/$slug/subscriptions/new"
          params={{ slug }}
          search={given({
            planId: known.progress.pricedPlan?.id,
            customerId: customerToBill(known.events),
          })}
        >
          Subscribe a customer
        </ButtonLink>
      ) : null
    case 'send':
      return <GenerateAction known={known} look={look} />
    case 'pay':
      return <PayAction known={known} look={look} />
    case 'address':
      return may('settings') ? (
        <ButtonLink {...look} to="/o/$slug/settings/organization" params={{ slug }}>
          Add address
        </ButtonLink>
      ) : null
    case 'team':
      return may('people') ? (
        <ButtonLink {...look} to="/o/$slug/settings/team" params={{ slug }}>
          Invite
        </ButtonLink>
      ) : null
    case 'mail':
      return <GuideLink look={look} to="going-live#4-email" />
    case 'payments':
      return <GuideLink look={look} to="payments#set-up-stripe" />
    case 'live':
      return <GuideLink look={look} to="going-live" />
  }
}

type Look = { variant: 'filled' | 'default' }

type PriceProps = { known: Known; look: Look; label: string }

/** Leads to the plan that lacks a price, or to a new plan for the agent of the latest event. */
function PriceAction({ known: { progress, events }, look, label }: PriceProps) {
  const { slug } = useOrganization()
  const { unpricedPlan } = progress
  if (unpricedPlan !== null) {
    return (
      <ButtonLink
        {...look}
        to="/o/$slug/plans/$planId/prices"
        params={{ slug, planId: unpricedPlan.id }}
      >
        Add a price
      </ButtonLink>
    )
  }
  return (
    <ButtonLink
      {...look}
      to="/o/$slug/plans/new"
      params={{ slug }}
      search={{ agentId: outcomeOf(events)?.agentId }}
    >
      {label}
    </ButtonLink>
  )
}

function GuideLink({ look, to }: { look: Look; to: string }) {
  return (
    <Button {...look} component="a" href={`/docs/guides/${to}`}>
      Read the guide
    </Button>
  )
}
