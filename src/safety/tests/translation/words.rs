//! Sentences about a household with two robots.

use surefleet_ltl::Formula;
use surefleet_safety::translate;

use crate::worlds::{are_equivalent, household};

/// The text and the formula that it means; `r` stands for each of the two robots.
#[rustfmt::skip]
const SENTENCES: [(&str, &str); 166] = [
    ("somebody has to put the sweet potato on the stove at some point",
     "F(!located(potato_1, stove) & F located(potato_1, stove))"),
    ("knife 1 must be on the table at some point", "F located(knife_1, table)"),
    // Prohibitions for everybody and for one robot.
    ("Never go to the fridge.", "G !at(r, fridge)"),
    ("avoid the fridge", "G !at(r, fridge)"),
    ("Robots should avoid visiting the refrigerator!", "G !at(r, fridge)"),
    ("no robot may ever go to the stove or the sink", "G !(at(r, stove) | at(r, sink))"),
    ("Nobody may open the fridge", "G !open(fridge)"),
    ("the fridge must never be opened", "G !open(fridge)"),
    ("keep the fridge and drawer 1 closed", "G !(open(fridge) | open(drawer_1))"),
    ("drawer one must stay shut at all times", "G !open(drawer_1)"),
    ("robot_1 is not allowed to pick up a knife", "G !(holding(robot_1, knife_1) | holding(robot_1, knife_2))"),
    ("Robot one is forbidden to hold knives", "G !(holding(robot_1, knife_1) | holding(robot_1, knife_2))"),
    ("the butter knife must never be picked up by robot 1", "G !holding(robot_1, knife_2)"),
    ("apple 1 must never be put on the stove or the table",
     "G(!located(apple_1, stove) -> WX !located(apple_1, stove)) & G(!located(apple_1, table) -> WX !located(apple_1, \
      table))"),
    ("never leave the red apple on the dining table", "G !located(apple_1, table)"),
    ("don't pick the red apple up", "G !holding(r, apple_1)"),
    ("robot 1 must never hold both apple 1 and apple 2", "G !(holding(robot_1, apple_1) & holding(robot_1, apple_2))"),
    ("robot 1 must not be at the sink or hold the red apple", "G !(at(robot_1, sink) | holding(robot_1, apple_1))"),
    ("do not open the fridge while robot 1 is at the sink",
     "G((at(robot_1, sink) & !open(fridge)) -> WX !open(fridge))"),
    ("when the fridge is open, robot 1 must not be at the stove", "G(open(fridge) -> !at(robot_1, stove))"),
    ("never open both drawers", "G !(open(drawer_1) & open(drawer_2))"),
    ("robot 1 must always be at the sink or at the table", "G(at(robot_1, sink) | at(robot_1, table))"),
    ("robot 1 must never leave the sink", "G(at(robot_1, sink) -> G at(robot_1, sink))"),
    ("keep the drawers closed", "G !(open(drawer_1) | open(drawer_2))"),
    ("stay away from the sink and the stove", "G !(at(r, sink) | at(r, stove))"),
    ("when the fridge or drawer 1 is closed, robot 1 must not be at the sink",
     "G((!open(fridge) | !open(drawer_1)) -> !at(robot_1, sink))"),
    ("robot 1 must hold no knife", "G !(holding(robot_1, knife_1) | holding(robot_1, knife_2))"),
    ("no food may be put on the stove",
     "G(!located(apple_1, stove) -> WX !located(apple_1, stove)) & G(!located(apple_2, stove) -> WX !located(apple_2, \
      stove)) & G(!located(tomato_1, stove) -> WX !located(tomato_1, stove)) & G(!located(tomato_2, stove) -> WX \
      !located(tomato_2, stove)) & G(!located(bread_1, stove) -> WX !located(bread_1, stove)) & G(!located(bread_2, \
      stove) -> WX !located(bread_2, stove)) & G(!located(potato_1, stove) -> WX !located(potato_1, stove)) & \
      G(!located(potato_2, stove) -> WX !located(potato_2, stove))"),
    ("robot 2 must not hold any utensils except knives",
     "G !(holding(robot_2, kettle_1) | holding(robot_2, kettle_2))"),
    ("at no time may robot 1 be at the sink", "G !at(robot_1, sink)"),
    ("it is forbidden for robot 1 to visit the sink", "G !at(robot_1, sink)"),
    ("the stove is off limits for robot 2", "G !at(robot_2, stove)"),
    ("keep robot 1 away from the stove", "G !at(robot_1, stove)"),
    ("robot 2, stay away from the loaf of rye bread", "G !at(robot_2, bread_2)"),
    ("keep the knives off the stove", "G !(located(knife_1, stove) | located(knife_2, stove))"),
    // Which robots.
    ("only robot 1 may go to the fridge", "G !at(robot_2, fridge)"),
    ("knife 1 may only be held by robot 2", "G !holding(robot_1, knife_1)"),
    ("robot 2 is the only robot that may carry knife 1", "G !holding(robot_1, knife_1)"),
    ("no robot except robot 2 may visit the sink", "G !at(robot_1, sink)"),
    ("neither robot 1 nor robot 2 may hold knife 1", "G !(holding(robot_1, knife_1) | holding(robot_2, knife_1))"),
    ("either robot 1 or robot 2 must visit the shelf", "F(at(robot_1, shelf) | at(robot_2, shelf))"),
    ("robots 1 and 2 must visit the shelf", "F at(robot_1, shelf) & F at(robot_2, shelf)"),
    ("a robot that is holding a knife must not be at the sink",
     "G((holding(r, knife_1) | holding(r, knife_2)) -> !at(r, sink))"),
    ("if a robot holds knife 1, it must not go to the stove", "G(holding(r, knife_1) -> !at(r, stove))"),
    ("when robot 1 is at the stove, no other robot may be there", "G(at(robot_1, stove) -> !at(robot_2, stove))"),
    ("at least one robot must always be at the sink", "G(at(robot_1, sink) | at(robot_2, sink))"),
    // The other robots, while one of them is there.
    ("nobody may go to the sink while robot 2 is there", "G(at(robot_2, sink) -> !at(robot_1, sink))"),
    ("no robot may hold a knife while robot 2 holds a knife",
     "G((holding(robot_2, knife_1) | holding(robot_2, knife_2)) -> !(holding(robot_1, knife_1) | holding(robot_1, \
      knife_2)))"),
    ("no robot may pick up apple 1 while robot 2 holds it",
     "G((holding(robot_2, apple_1) & !holding(robot_1, apple_1)) -> WX !holding(robot_1, apple_1))"),
    ("each robot must stay away from the sink while robot 1 is at the sink",
     "G(at(robot_1, sink) -> !at(robot_2, sink))"),
    ("do not go to the sink while robot 1 is there", "G(at(robot_1, sink) -> !at(robot_2, sink))"),
    ("apple 1 must never be held by any robot while robot 2 holds it",
     "G(holding(robot_2, apple_1) -> !holding(robot_1, apple_1))"),
    ("no robot may go to the sink unless robot 1 is not at the sink", "G(at(robot_1, sink) -> !at(robot_2, sink))"),
    ("no robot may go to the sink before robot 1 has left it",
     "!at(robot_2, sink) W (at(robot_1, sink) & (!at(robot_2, sink) W !at(robot_1, sink)))"),
    ("no robot may go to the sink while robot 1 is at the table", "G(at(robot_1, table) -> !at(r, sink))"),
    // All except a few.
    ("robot 1 must stay away from all surfaces except the table, the counter, the shelf and the stove",
     "G !(at(robot_1, sink) | at(robot_1, microwave_top))"),
    ("robot 1 must never go to any surface except the table, the counter, the shelf or the stove",
     "G !(at(robot_1, sink) | at(robot_1, microwave_top))"),
    ("robot 1 must never hold any utensil except knife 1 and kettle 1",
     "G !(holding(robot_1, knife_2) | holding(robot_1, kettle_2))"),
    ("no utensil except knife 1 and kettle 1 may be held by robot 1",
     "G !(holding(robot_1, knife_2) | holding(robot_1, kettle_2))"),
    ("robot 1 must avoid all drawers except drawer 1 and robot 2 must avoid the table",
     "G !at(robot_1, drawer_2) & G !at(robot_2, table)"),
    // The number at one moment.
    ("at most one robot may be at the table at any time", "G !(at(robot_1, table) & at(robot_2, table))"),
    ("no two robots may visit the table at the same time", "G !(at(robot_1, table) & at(robot_2, table))"),
    ("there must never be more than one robot at the table", "G !(at(robot_1, table) & at(robot_2, table))"),
    ("robots 1 and 2 must never be at the table together", "G !(at(robot_1, table) & at(robot_2, table))"),
    ("both robots must never be at the table at the same time", "G !(at(robot_1, table) & at(robot_2, table))"),
    ("only one robot at a time may be at the table", "G !(at(robot_1, table) & at(robot_2, table))"),
    ("not all robots may be at the table at once", "G !(at(robot_1, table) & at(robot_2, table))"),
    // Deeds rather than states.
    ("do not pick up apple 1 while it is on the stove",
     "G((located(apple_1, stove) & !holding(r, apple_1)) -> WX !holding(r, apple_1))"),
    ("robot 1 must put down knife 2 before going to the fridge",
     "!at(robot_1, fridge) W (holding(robot_1, knife_2) & (!at(robot_1, fridge) W !holding(robot_1, knife_2)))"),
    ("robot 1 must not leave the sink before drawer 1 is open",
     "(at(robot_1, sink) -> WX at(robot_1, sink)) W open(drawer_1)"),
    ("after leaving the sink, robot 1 must visit the table",
     "G(at(robot_1, sink) -> at(robot_1, sink) W (!at(robot_1, sink) & F at(robot_1, table)))"),
    ("once robot 1 has left the sink, it must never go there again",
     "G(at(robot_1, sink) -> at(robot_1, sink) W (!at(robot_1, sink) & G !at(robot_1, sink)))"),
    ("it must happen at most 1 time that knife 1 begins to be on the table",
     "!F(!located(knife_1, table) & F(located(knife_1, table) & F(!located(knife_1, table) & F located(knife_1, \
      table))))"),
    // Precedence.
    ("robot 1 must visit the sink, the stove and the shelf before the table",
     "(!at(robot_1, table) W at(robot_1, sink)) & (!at(robot_1, table) W at(robot_1, stove)) & (!at(robot_1, table) W \
      at(robot_1, shelf))"),
    ("before going to the sink, robot 1 must visit the table", "!at(robot_1, sink) W at(robot_1, table)"),
    ("robot 1 must not go to the sink before robot 2 was at the table", "!at(robot_1, sink) W at(robot_2, table)"),
    ("robot 1 must not go to the sink if robot 2 was at the fridge", "G(at(robot_2, fridge) -> G !at(robot_1, sink))"),
    ("robot 1 must stay away from the sink until the fridge is open", "!at(robot_1, sink) W open(fridge)"),
    ("robot 1 must stay away from the stove except when it holds knife 1",
     "G(at(robot_1, stove) -> holding(robot_1, knife_1))"),
    ("while holding knife 1, robot 1 must not be at the sink", "G(holding(robot_1, knife_1) -> !at(robot_1, sink))"),
    ("whenever robot 1 is at the sink, the fridge must be closed", "G(at(robot_1, sink) -> !open(fridge))"),
    ("robot 1 must visit the sink exactly once",
     "F(!at(robot_1, sink) & F at(robot_1, sink)) & !F(!at(robot_1, sink) & F(at(robot_1, sink) & F(!at(robot_1, sink) \
      & F at(robot_1, sink))))"),
    ("until the fridge is open, do not go to the sink", "!at(r, sink) W open(fridge)"),
    ("do not go to the sink before you have opened drawer 1", "!at(r, sink) W open(drawer_1)"),
    ("Before robot 2 goes to the sink, open drawer 1", "!at(robot_2, sink) W open(drawer_1)"),
    ("robot 1 must visit the sink before it visits the stove", "!at(robot_1, stove) W at(robot_1, sink)"),
    ("robot 1 may go to the sink only after drawer 1 has been opened", "!at(robot_1, sink) W open(drawer_1)"),
    ("only go to the sink once drawer 1 is open", "!at(r, sink) W open(drawer_1)"),
    ("never go to the sink without first opening drawer 1", "!at(r, sink) W open(drawer_1)"),
    ("do not go to the sink unless you have visited the table", "!at(r, sink) W at(r, table)"),
    ("robot 1 may go to the sink only if it has visited the table", "!at(robot_1, sink) W at(robot_1, table)"),
    ("robot 1 must not go to the sink before drawer 1 is open, and that must happen",
     "!at(robot_1, sink) U open(drawer_1)"),
    ("do not go to the sink before drawer 1 is open and drawer 1 must be open", "!at(r, sink) U open(drawer_1)"),
    ("robot 1 must stay at the table until the fridge is open", "at(robot_1, table) W open(fridge)"),
    ("do not go to the sink before drawer 1 or drawer 2 is open", "!at(r, sink) W (open(drawer_1) | open(drawer_2))"),
    ("do not go to the sink before drawer 1 is open and drawer 2 is closed",
     "!at(r, sink) W (open(drawer_1) & !open(drawer_2))"),
    ("do not go to the sink before some robot has been at the table",
     "!at(r, sink) W (at(robot_1, table) | at(robot_2, table))"),
    // At the same moment.
    ("do not go to the sink unless drawer 1 is open", "G(at(r, sink) -> open(drawer_1))"),
    ("robot 2 may be at the sink only if the fridge is closed", "G(at(robot_2, sink) -> !open(fridge))"),
    ("whenever robot 1 is at the fridge, at that moment the fridge must be open",
     "G(at(robot_1, fridge) -> open(fridge))"),
    ("while robot 1 is at the sink, robot 2 must be at the table", "G(at(robot_1, sink) -> at(robot_2, table))"),
    ("unless the fridge is open, do not go to the sink", "G(at(r, sink) -> open(fridge))"),
    ("never go to the sink without holding apple 1", "G(at(r, sink) -> holding(r, apple_1))"),
    // Response, that is, a duty after an event.
    ("you can grab apple 1, but then you have to go to the sink", "G(holding(r, apple_1) -> F at(r, sink))"),
    ("Whenever robot 1 is at the fridge, eventually robot 2 must be at the sink",
     "G(at(robot_1, fridge) -> F at(robot_2, sink))"),
    ("if you have opened the fridge you must close it later", "G(open(fridge) -> F !open(fridge))"),
    ("you must close the fridge if you have ever opened it", "G(open(fridge) -> F !open(fridge))"),
    ("every time you open a drawer, close the fridge afterwards",
     "G((open(drawer_1) | open(drawer_2)) -> F !open(fridge))"),
    ("if robot 1 visits the sink then it must visit the table and the stove",
     "G(at(robot_1, sink) -> F at(robot_1, table)) & G(at(robot_1, sink) -> F at(robot_1, stove))"),
    ("after visiting the fridge, robot 1 has to go to the sink", "G(at(robot_1, fridge) -> F at(robot_1, sink))"),
    // Immediate response.
    ("as soon as robot 1 has grabbed apple 1, it must go to the sink",
     "G(holding(robot_1, apple_1) -> X at(robot_1, sink))"),
    ("right after opening the fridge, close it", "G(open(fridge) -> X !open(fridge))"),
    ("go to the sink immediately after you visit the stove", "G(at(r, stove) -> X at(r, sink))"),
    ("if robot 1 is at the sink, it must not be at the stove right after that",
     "G(at(robot_1, sink) -> WX !at(robot_1, stove))"),
    // Permanent prohibition after.
    ("once you have been at the stove, never go to the table again", "G(at(r, stove) -> WX G !at(r, table))"),
    ("once you have been at the stove, never go there again",
     "! F & at(r, stove) U at(r, stove) & ! at(r, stove) U ! at(r, stove) F at(r, stove)"),
    ("once drawer 1 is open, robot 2 may no longer visit the table", "G(open(drawer_1) -> G !at(robot_2, table))"),
    // Numbers of visits.
    ("once you have visited the sink twice, never go there again",
     "! F & at(r, sink) U at(r, sink) & ! at(r, sink) U ! at(r, sink) F & at(r, sink) U at(r, sink) & ! at(r, sink) U \
      ! at(r, sink) F at(r, sink)"),
    ("robot 1 may visit the stove at most once",
     "!F(!at(robot_1, stove) & F(at(robot_1, stove) & F(!at(robot_1, stove) & F at(robot_1, stove))))"),
    ("robot 1 must visit the stove at least two times",
     "F(!at(robot_1, stove) & F(at(robot_1, stove) & F(!at(robot_1, stove) & F at(robot_1, stove))))"),
    ("robot 1 must never visit the stove more than once",
     "!F(!at(robot_1, stove) & F(at(robot_1, stove) & F(!at(robot_1, stove) & F at(robot_1, stove))))"),
    ("robot 1 must not pick up knife 1 more than once",
     "!F(!holding(robot_1, knife_1) & F(holding(robot_1, knife_1) & F(!holding(robot_1, knife_1) & F holding(robot_1, \
      knife_1))))"),
    ("the two kettles must never both be sitting on the shelf",
     "G !(located(kettle_1, shelf) & located(kettle_2, shelf))"),
    ("knife 1 must not be picked up more than once",
     "!F(!(holding(robot_1, knife_1) | holding(robot_2, knife_1)) & F((holding(robot_1, knife_1) | holding(robot_2, \
      knife_1)) & F(!(holding(robot_1, knife_1) | holding(robot_2, knife_1)) & F (holding(robot_1, knife_1) | \
      holding(robot_2, knife_1)))))"),
    ("robot 1 must be at the sink at least once", "F at(robot_1, sink)"),
    // Quantities, exceptions, and the robot that puts things down.
    ("robot 1 must never put apple 1 on the table", "G(holding(robot_1, apple_1) -> WX !located(apple_1, table))"),
    ("nobody except robot 2 may put a knife in the sink",
     "G(holding(robot_1, knife_1) -> WX !located(knife_1, sink)) & G(holding(robot_1, knife_2) -> WX !located(knife_2, \
      sink))"),
    ("no food may lie on the stove",
     "G !(located(apple_1, stove) | located(apple_2, stove) | located(tomato_1, stove) | located(tomato_2, stove) | \
      located(bread_1, stove) | located(bread_2, stove) | located(potato_1, stove) | located(potato_2, stove))"),
    ("robot 1 may carry bread and nothing else",
     "G !(holding(robot_1, apple_1) | holding(robot_1, apple_2) | holding(robot_1, kettle_1) | holding(robot_1, \
      kettle_2) | holding(robot_1, tomato_1) | holding(robot_1, tomato_2) | holding(robot_1, potato_1) | \
      holding(robot_1, potato_2) | holding(robot_1, knife_1) | holding(robot_1, knife_2))"),
    ("robot 1 may carry only bread",
     "G !(holding(robot_1, apple_1) | holding(robot_1, apple_2) | holding(robot_1, kettle_1) | holding(robot_1, \
      kettle_2) | holding(robot_1, tomato_1) | holding(robot_1, tomato_2) | holding(robot_1, potato_1) | \
      holding(robot_1, potato_2) | holding(robot_1, knife_1) | holding(robot_1, knife_2))"),
    ("only kettles may be on the stove",
     "G !(located(apple_1, stove) | located(apple_2, stove) | located(tomato_1, stove) | located(tomato_2, stove) | \
      located(bread_1, stove) | located(bread_2, stove) | located(potato_1, stove) | located(potato_2, stove) | \
      located(knife_1, stove) | located(knife_2, stove))"),
    ("nothing but kettles may be on the stove",
     "G !(located(apple_1, stove) | located(apple_2, stove) | located(tomato_1, stove) | located(tomato_2, stove) | \
      located(bread_1, stove) | located(bread_2, stove) | located(potato_1, stove) | located(potato_2, stove) | \
      located(knife_1, stove) | located(knife_2, stove))"),
    ("apart from robot 1, no robot may hold a knife", "G !(holding(robot_2, knife_1) | holding(robot_2, knife_2))"),
    ("with the exception of the fridge, all containers must stay closed", "G !(open(drawer_1) | open(drawer_2))"),
    ("robot 1 must not hold utensils, knives excepted", "G !(holding(robot_1, kettle_1) | holding(robot_1, kettle_2))"),
    ("robot 1 must hold neither of the two knives", "G !(holding(robot_1, knife_1) | holding(robot_1, knife_2))"),
    ("either robot 1 or robot 2, or both, must visit the shelf", "F(at(robot_1, shelf) | at(robot_2, shelf))"),
    ("when the two drawers are both open, robot 1 must be neither at the sink nor at the stove",
     "G((open(drawer_1) & open(drawer_2)) -> !(at(robot_1, sink) | at(robot_1, stove)))"),
    ("robot 1 may be at the sink only while it is holding food",
     "G(at(robot_1, sink) -> (holding(robot_1, apple_1) | holding(robot_1, apple_2) | holding(robot_1, tomato_1) | \
      holding(robot_1, tomato_2) | holding(robot_1, bread_1) | holding(robot_1, bread_2) | holding(robot_1, potato_1) \
      | holding(robot_1, potato_2)))"),
    ("a robot may be at the sink only if that robot is holding knife 1", "G(at(r, sink) -> holding(r, knife_1))"),
    ("robot 1 must be empty-handed whenever it is at the stove",
     "G(at(robot_1, stove) -> !(holding(robot_1, apple_1) | holding(robot_1, apple_2) | holding(robot_1, kettle_1) | \
      holding(robot_1, kettle_2) | holding(robot_1, tomato_1) | holding(robot_1, tomato_2) | holding(robot_1, bread_1) \
      | holding(robot_1, bread_2) | holding(robot_1, potato_1) | holding(robot_1, potato_2) | holding(robot_1, \
      knife_1) | holding(robot_1, knife_2)))"),
    ("nobody else may hold knife 1 before robot 2 has held it",
     "!holding(robot_1, knife_1) W holding(robot_2, knife_1)"),
    ("at most one of the drawers may be open", "G !(open(drawer_1) & open(drawer_2))"),
    ("of the two drawers, at most one may be open at any time", "G !(open(drawer_1) & open(drawer_2))"),
    ("there must never be more than one knife on the stove", "G !(located(knife_1, stove) & located(knife_2, stove))"),
    ("fewer than two robots may be carrying knives at any given moment",
     "G !((holding(robot_1, knife_1) | holding(robot_1, knife_2)) & (holding(robot_2, knife_1) | holding(robot_2, \
      knife_2)))"),
    ("robots 1 and 2 may not both be holding knives at one time",
     "G !((holding(robot_1, knife_1) | holding(robot_1, knife_2)) & (holding(robot_2, knife_1) | holding(robot_2, \
      knife_2)))"),
    ("robots 1 and 2 must never share a drawer",
     "G !((at(robot_1, drawer_1) & at(robot_2, drawer_1)) | (at(robot_1, drawer_2) & at(robot_2, drawer_2)))"),
    ("the two apples must never be on the same surface",
     "G !((located(apple_1, counter) & located(apple_2, counter)) | (located(apple_1, table) & located(apple_2, \
      table)) | (located(apple_1, sink) & located(apple_2, sink)) | (located(apple_1, shelf) & located(apple_2, \
      shelf)) | (located(apple_1, stove) & located(apple_2, stove)) | (located(apple_1, microwave_top) & \
      located(apple_2, microwave_top)))"),
    ("exactly one robot must always be at the sink",
     "G((at(robot_1, sink) | at(robot_2, sink)) & !(at(robot_1, sink) & at(robot_2, sink)))"),
    ("each time robot 1 picks up a knife, that same knife has to be put on the shelf later",
     "G(holding(robot_1, knife_1) -> F located(knife_1, shelf)) & G(holding(robot_1, knife_2) -> F located(knife_2, \
      shelf))"),
    ("if robot 1 holds the paring knife, that knife must be in the sink later",
     "G(holding(robot_1, knife_1) -> F located(knife_1, sink))"),
    ("one of the robots, no matter which, must visit the sink", "F(at(robot_1, sink) | at(robot_2, sink))"),
    ("no robot may go to the sink more than once, each robot being counted separately",
     "!F(!at(r, sink) & F(at(r, sink) & F(!at(r, sink) & F at(r, sink))))"),
    ("knives may be held by robot 1 and by no one else", "G !(holding(robot_2, knife_1) | holding(robot_2, knife_2))"),
    ("only robot 2 is allowed to hold the knives", "G !(holding(robot_1, knife_1) | holding(robot_1, knife_2))"),
    ("it is forbidden for robots 1 and 2 to hold knife 1",
     "G !(holding(robot_1, knife_1) | holding(robot_2, knife_1))"),
    ("no apples and no knives may be on the stove",
     "G !(located(apple_1, stove) | located(apple_2, stove) | located(knife_1, stove) | located(knife_2, stove))"),
    ("knives and apples must never lie on the table at the same time",
     "G !((located(knife_1, table) | located(knife_2, table)) & (located(apple_1, table) | located(apple_2, table)))"),
    ("nobody except robot 2 may carry things",
     "G !(holding(robot_1, apple_1) | holding(robot_1, apple_2) | holding(robot_1, kettle_1) | holding(robot_1, \
      kettle_2) | holding(robot_1, tomato_1) | holding(robot_1, tomato_2) | holding(robot_1, bread_1) | \
      holding(robot_1, bread_2) | holding(robot_1, potato_1) | holding(robot_1, potato_2) | holding(robot_1, knife_1) \
      | holding(robot_1, knife_2))"),
    // Existence: at some time.
    ("at some point robot 1 must be at the sink", "F at(robot_1, sink)"),
    ("some robot must visit the sink", "F(at(robot_1, sink) | at(robot_2, sink))"),
    ("you must visit the sink and the table", "F at(r, sink) & F at(r, table)"),
    ("in the end the fridge must be closed", "F G !open(fridge)"),
    ("put the red apple on the table eventually", "F(!located(apple_1, table) & F located(apple_1, table))"),
    ("never go to the stove; robot 1 must visit the sink",
     "G !at(robot_1, stove) & G !at(robot_2, stove) & F at(robot_1, sink)"),
];

/// The formula for each robot, if it speaks of each.
fn for_team(text: &str) -> Formula {
    let is_each = text.contains("(r, ");
    let robots: &[&str] = if is_each { &["robot_1", "robot_2"] } else { &["robot_1"] };
    let formulas =
        robots.iter().map(|robot| Formula::parse(&text.replace("(r, ", &format!("({robot}, "))).expect(text));
    formulas.reduce(|one, other| Formula::binary(surefleet_ltl::Binary::And, &one, &other)).expect("there are robots")
}

#[test]
fn sentences_mean_their_formulas() {
    let lexicon = household();
    let mut wrong = Vec::new();
    for (words, formula) in SENTENCES.into_iter().filter(|(_, formula)| !formula.is_empty()) {
        match translate(words, &lexicon) {
            Err(refusal) => wrong.push(format!("{words}: {refusal}")),
            Ok(read) => {
                if !are_equivalent(&read.formula, &for_team(formula)) {
                    wrong.push(format!("{words}: {}", read.formula));
                }
                match translate(&read.paraphrase.to_string(), &lexicon) {
                    Ok(again) if again.formula == read.formula => {}
                    Ok(again) => wrong.push(format!("{words}: {} -> {}", read.paraphrase, again.formula)),
                    Err(refusal) => wrong.push(format!("{words}: {}: {refusal}", read.paraphrase)),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn example_traces_put_a_constraint_to_the_test() {
    let sink = "robot 1 is at the sink";
    for (words, allowed, refused) in [
        ("robot 1 must never go to the sink", "1. none of it is the case".to_owned(), format!("1. {sink}")),
        (
            "robot 1 must not be at the sink before drawer 1 is open",
            format!("1. drawer 1 is open; 2. {sink}"),
            format!("1. {sink}"),
        ),
        (
            "whenever drawer 1 is open, eventually robot 1 must be at the sink",
            format!("1. drawer 1 is open; 2. {sink}"),
            "1. drawer 1 is open".to_owned(),
        ),
        (
            "as soon as robot 2 is at the stove, robot 1 must be at the sink",
            format!("1. robot 2 is at the stove; 2. {sink}"),
            "1. robot 2 is at the stove; 2. none of it is the case".to_owned(),
        ),
        (
            "robot 1 must not be at the sink unless drawer 1 is open",
            format!("1. {sink} and drawer 1 is open"),
            format!("1. {sink}"),
        ),
        (
            "robot 1 may visit the sink at most once",
            format!("1. none of it is the case; 2. {sink}; 3. none of it is the case"),
            format!("1. none of it is the case; 2. {sink}; 3. none of it is the case; 4. {sink}"),
        ),
        (
            "robot 1 must visit the sink and the stove",
            format!("1. {sink}; 2. robot 1 is at the stove"),
            "1. none of it is the case".to_owned(),
        ),
    ] {
        let read = translate(words, &household()).unwrap_or_else(|refusal| panic!("{words}: {refusal}"));
        assert_eq!(read.allowed.expect("something is allowed").to_string(), allowed, "{words}");
        assert_eq!(read.refused.expect("something is refused").to_string(), refused, "{words}");
    }
    // No robot holds two things: impossible traces are not shown.
    let read = translate("robot 1 must never hold both apple 1 and apple 2", &household()).expect("it has words");
    assert!(read.refused.is_none() && read.allowed.is_some());
}
