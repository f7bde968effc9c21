//! timing
use std::sync::Arc; use std::time::Instant;
use surefleet_calibration::*; use surefleet_mission::*; use surefleet_simulator::SimulatedScorer;
fn main(){ let n:u32=std::env::args().nth(1).unwrap().parse().unwrap(); let d=Arc::new(Domain::household()); let dist=Distribution::household(d.clone()).unwrap(); let s=SimulatedScorer::new(d,std::env::args().nth(2).unwrap().parse().unwrap(),1).unwrap();
 let rt=tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
 for class in TeamClass::ALL{ let t=Instant::now(); let e=survey(&dist,&s,class,Split::Test,n,Workers{threads:2,runtime:rt.handle(),on_episode:&||{}}).unwrap(); let el=t.elapsed(); let dec:usize=e.iter().map(|e|e.choices.len()).sum();
 let t=Instant::now(); let p=Protocol{redraws:200,calibration:300.min(n as usize/2),alphas:vec!["1/10".parse().unwrap(),"1/20".parse().unwrap()],modes:vec![surefleet_conformal::Mode::Marginal,surefleet_conformal::Mode::Pac{delta:"1/20".parse().unwrap()}],seed:1}; let rows=coverage_rows(class,&e,"x",&p).unwrap();
 println!("{class:?} {n} {:.2}s decisions {dec} rows {:.2}s",el.as_secs_f64(),t.elapsed().as_secs_f64()); for r in rows{println!("{:10} {} {:8} cov {:.3} suc {:.3} hs {:.3} hm {:.2} set {:.2}",r.method,r.alpha,r.mode,r.coverage,r.success,r.help_per_step,r.help_per_mission,r.set_size_mean);}}}
