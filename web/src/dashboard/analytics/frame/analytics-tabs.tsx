import { TabLink, TabLinks } from '../../../ui/layout/tab-links.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { type SharedSearch, sharedOf } from '../analytics-search.ts'
import { TAB_LABELS, TABS } from '../analytics-texts.ts'

/** Links to all reports, which keep the filters that they share. */
export function AnalyticsTabs({ search }: { search: SharedSearch }) {
  const { slug } = useOrganization()
  return (
    <TabLinks label="Analytics reports">
      {TABS.map((name) => (
        <TabLink
          key={name}
          to={`/o/$slug/analytics/${name}`}
          params={{ slug }}
          search={sharedOf(search)}
          activeOptions={{ includeSearch: false }}
        >
          {TAB_LABELS[name]}
        </TabLink>
      ))}
    </TabLinks>
  )
}
