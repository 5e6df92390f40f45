/** The script of the documentation pages: language tabs, copy buttons, live requests, search, and the current section in the contents. */
import { initCopyButtons } from '../shared/copy.ts'
import { codeToCopy } from './live-response.ts'
import { initRunButtons } from './run.ts'
import { initScrollPosition } from './scroll-position.ts'
import { initSearch } from './search/search-dialog.ts'
import { initTabs } from './tabs.ts'

initTabs()
initCopyButtons({ copyCode: codeToCopy })
initRunButtons()
initSearch()
initScrollPosition()
